// SPDX-License-Identifier: LGPL-2.1-or-later
#include "field_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fftcore {
namespace {

bool is_among(std::string_view word, const std::vector<std::string_view>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string_view one_word(const FieldFacts& field, std::string_view value) {
  if (value.empty() || value.find(' ') != std::string_view::npos)
    throw InvalidArgument(
        message("{} is '{}'; one word without blanks is expected", field.name, value));
  return value;
}

bool has_value(const FieldFacts& field) {
  return field.form == Form::option || field.form == Form::quoted;
}

}  // namespace

std::string written(const FieldFacts& field, std::string_view value) {
  switch (field.form) {
    case Form::literal: return std::string(field.name);
    case Form::place:
    case Form::last_place: return fmt::format("{}{}", field.before, one_word(field, value));
    case Form::choice:
      if (!is_among(value, field.choices()))
        throw InvalidArgument(message("{} is '{}'; one of {} is expected", field.name, value,
                                      fmt::join(field.choices(), ", ")));
      return std::string(value);
    case Form::flag:
      if (value != kFlagSet && value != kFlagUnset)
        throw InvalidArgument(message("{} is '{}'; yes or no is expected", field.name, value));
      return value == kFlagSet ? std::string(field.name) : "";
    case Form::option: return fmt::format("{}={}", field.name, one_word(field, value));
    case Form::quoted: return fmt::format("{}={}", field.name, quoted(value));
    case Form::phrase: return std::string(value);
  }
  return {};
}

bool has_field(std::string_view word, const FieldFacts& field) {
  if (field.form == Form::choice) return is_among(word, field.choices());
  if (!has_value(field)) return word == field.name;
  return word.starts_with(field.name) && word.substr(field.name.size()).starts_with('=');
}

std::string_view value_in(std::string_view word, const FieldFacts& field) {
  return has_value(field) ? word.substr(field.name.size() + 1) : word;
}

void refuse(const WordReader& words, const Usage& usage) {
  throw InvalidArgument(
      message("'{}' is no {}; expected: {}", words.text(), usage.kind, usage.text));
}

void refuse_rest(const WordReader& words, std::string_view last_place,
                 const std::vector<FieldFacts>& optional) {
  if (optional.empty())
    throw InvalidArgument(message("'{}' in '{}' is not understood", words.peek(), words.text()));
  std::vector<std::string> known;
  for (const FieldFacts& field : optional)
    known.push_back(field.form == Form::choice
                        ? fmt::format("{}", fmt::join(field.choices(), ", "))
                        : fmt::format("{}{}", field.name, has_value(field) ? "=" : ""));
  throw InvalidArgument(message("'{}' is not understood; after the {} come {}", words.peek(),
                                last_place, fmt::join(known, ", ")));
}

void require_new(const WordReader& words, const FieldFacts& field,
                 std::vector<std::string_view>& read) {
  for (const std::string_view name : read)
    if (name == field.name || name == field.instead_of)
      throw InvalidArgument(message("'{}' in '{}' is one too many: {} is there already",
                                    words.peek(), words.text(), name));
  read.push_back(field.name);
}

std::string text_of_fields(const std::vector<WrittenField>& fields) {
  std::string text;
  for (const auto& [facts, value] : fields)
    if (!value.empty() || facts.form == Form::literal)
      text += fmt::format("{}{}", text.empty() ? "" : " ", written(facts, value));
  return text;
}

}  // namespace fftcore
