// SPDX-License-Identifier: LGPL-2.1-or-later
// Tables of fields <-> text.
#pragma once

#include <algorithm>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "field.h"
#include "word_reader.h"

namespace fftcore {

/// What a text has of a field with that value. Throws InvalidArgument where the field cannot have
/// it by its form.
std::string written(const FieldFacts& field, std::string_view value);

/// Whether a text may have the field or not, among others in any order.
constexpr bool is_optional(const FieldFacts& field) {
  return field.form == Form::flag || field.form == Form::choice || field.form == Form::option ||
         field.form == Form::quoted;
}

/// Whether the word is this optional field's.
bool has_field(std::string_view word, const FieldFacts& field);

/// What a word has of an optional field's value.
std::string_view value_in(std::string_view word, const FieldFacts& field);

/// How a text of the kind looks. One that has too few words, or begins otherwise, is refused with
/// that; with the word that is missing where this is empty.
struct Usage {
  std::string_view kind = {};  ///< such as `denoising`
  std::string_view text = {};
};
[[noreturn]] void refuse(const WordReader& words, const Usage& usage);
/// Refuses what is left after all fields, of which the `optional` ones may stand there.
[[noreturn]] void refuse_rest(const WordReader& words, std::string_view last_place,
                              const std::vector<FieldFacts>& optional);

/// Refuses the next word, which has this field, where it is among those that were read, or the one
/// whose place it takes; else it is one of them.
void require_new(const WordReader& words, const FieldFacts& field,
                 std::vector<std::string_view>& read);

/// The value of a text, validated. Fields that need not be there stand in any order between those
/// by place.
template <class Value, std::size_t count>
Value read_fields(std::string_view text, const Field<Value> (&fields)[count],
                  const Usage& usage = {}) {
  WordReader words(text, std::any_of(std::begin(fields), std::end(fields),
                                     [](const auto& field) { return field.form == Form::quoted; }));
  const std::ptrdiff_t needed = std::count_if(
      std::begin(fields), std::end(fields),
      [](const auto& field) { return field.form == Form::literal || field.form == Form::place; });
  if (!usage.text.empty() && (words.left() < needed ||
                              (fields[0].form == Form::literal && words.peek() != fields[0].name)))
    refuse(words, usage);
  Draft<Value> draft;
  std::string_view last_place;
  std::vector<std::string_view> read;
  const auto* optional = std::end(fields);
  for (const auto* field = std::begin(fields); field != std::end(fields);) {
    optional = field;
    field = std::find_if_not(field, std::end(fields), is_optional);
    while (!words.is_empty()) {
      const auto* found = std::find_if(
          optional, field, [&](const auto& one) { return has_field(words.peek(), one); });
      if (found == field) break;
      require_new(words, *found, read);
      found->set(draft, value_in(words.next(found->what), *found), *found);
    }
    if (field == std::end(fields)) break;
    if (field->form == Form::literal) {
      words.expect(field->name);
    } else if (field->form == Form::phrase) {
      field->take(draft, words);
    } else {
      if (field->form == Form::last_place && words.is_empty()) break;
      field->set(draft, words.next(field->what), *field);
      last_place = field->name;
    }
    optional = ++field;
  }
  if (!words.is_empty()) refuse_rest(words, last_place, {optional, std::end(fields)});
  Value value = draft.finish();
  validate(value);
  return value;
}

/// Each field with its text, for those who know fields by their names.
template <class Value, std::size_t count>
std::vector<WrittenField> written_fields(const Value& value, const Field<Value> (&fields)[count]) {
  std::vector<WrittenField> all;
  for (const Field<Value>& field : fields)
    all.push_back({field, field.get != nullptr ? field.get(value) : std::string()});
  return all;
}

/// The text of a value, or of fields that stand so.
std::string text_of_fields(const std::vector<WrittenField>& fields);

/// Throws InvalidArgument at the first number that is not in its field's range.
template <class Value, std::size_t count>
void check_ranges(const Value& value, const Field<Value> (&fields)[count]) {
  for (const Field<Value>& field : fields)
    if (field.check != nullptr) field.check(value, field);
}

}  // namespace fftcore
