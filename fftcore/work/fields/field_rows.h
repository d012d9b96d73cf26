// SPDX-License-Identifier: LGPL-2.1-or-later
// Rows of a table of fields. A member is named by its path from the value, such as
// `Row::number<&Denoise::strength, &DenoiseStrength::beta>("beta", "a number")`.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <type_traits>

#include "field.h"
#include "quoted_words.h"
#include "words.h"

namespace fftcore {

constexpr Range within(double least, double most) {
  return {least, most};
}
constexpr Range above(double least, double most) {
  return {least, most, true};
}

template <class Number>
void check_range(Number number, const FieldFacts& field) {
  const auto& [least, most, is_above, unit, said] = field.range;
  const auto value = static_cast<double>(number);
  if (std::isinf(least) && std::isinf(most)) return;
  if (value >= least && value <= most && !(is_above && value == least)) return;  // never NaN
  std::string name(field.name);
  std::replace(name.begin(), name.end(), '-', '_');
  const std::string subject = said.empty() ? fmt::format("{} is {}", name, number)
                                           : fmt::format(fmt::runtime(said), number);
  throw InvalidArgument(
      is_above
          ? fmt::format("{}; a number above {} and at most {} is allowed", subject, least, most)
          : fmt::format("{}; {} to {}{} are allowed", subject, least, most, unit));
}

/// What a number of the field is, for a person.
inline std::string number_wanted(const FieldFacts& field) {
  return field.what.empty() ? fmt::format("{}=", field.name) : std::string(field.what);
}

template <class Value>
struct Rows {
  using Row = Field<Value>;

  static constexpr Row literal(std::string_view word) { return {{Form::literal, word}}; }

  static constexpr Row place(std::string_view name, std::string_view what, std::string_view before,
                             typename Row::Get get, typename Row::Set set) {
    return {{Form::place, name, what, before}, get, set};
  }
  static constexpr Row phrase(std::string_view name, typename Row::Get get,
                              void (*take)(Draft<Value>&, WordReader&)) {
    return {{Form::phrase, name}, get, nullptr, take};
  }
  static constexpr Row option(std::string_view name, typename Row::Get get, typename Row::Set set) {
    return {{Form::option, name}, get, set};
  }

  /// name=N
  template <auto... path>
  static constexpr Row number(std::string_view name, std::string_view what,
                              const Range& range = {}) {
    return {{.form = Form::option, .name = name, .what = what, .range = range},
            [](const Value& value) {
              const Value usual = Draft<Value>::usual(value);
              const auto number = at<path...>(value);
              return number != at<path...>(usual) ? fmt::format("{}", number) : "";
            },
            [](Draft<Value>& draft, std::string_view text, const FieldFacts& field) {
              auto& number = at<path...>(draft.value);
              number = parse_number<std::remove_reference_t<decltype(number)>>(
                  text, number_wanted(field));
            },
            nullptr,
            [](const Value& value, const FieldFacts& field) {
              check_range(at<path...>(value), field);
            }};
  }

  /// name=TEXT, where two functions make text of the member and the member of text. The text of
  /// what is not written is empty.
  template <auto to_text, auto from_text, auto... path>
  static constexpr Row text(std::string_view name) {
    return {{Form::option, name},
            [](const Value& value) { return to_text(at<path...>(value)); },
            [](Draft<Value>& draft, std::string_view text, const FieldFacts&) {
              at<path...>(draft.value) = from_text(text);
            }};
  }

  /// Its name where the member is `set`.
  template <bool set, auto... path>
  static constexpr Row flag(std::string_view name) {
    return {
        {Form::flag, name},
        [](const Value& value) { return std::string(at<path...>(value) == set ? kFlagSet : ""); },
        [](Draft<Value>& draft, std::string_view, const FieldFacts&) {
          at<path...>(draft.value) = set;
        }};
  }

  /// A word of a table of words, by itself.
  template <const auto& words, auto... path>
  static constexpr Row choice(std::string_view name, std::string_view what) {
    return {{.form = Form::choice, .name = name, .what = what, .choices = all_of<words>},
            get_word<words, path...>,
            set_word<words, path...>};
  }
  /// Such a word as name=WORD.
  template <const auto& words, auto... path>
  static constexpr Row word(std::string_view name, std::string_view what) {
    return {{Form::option, name, what}, get_word<words, path...>, set_word<words, path...>};
  }
  /// Such a word at its place, which is always written.
  template <const auto& words, auto... path>
  static constexpr Row placed(Form form, std::string_view name, std::string_view what) {
    return {{form, name, what},
            [](const Value& value) { return std::string(word_of(words, at<path...>(value))); },
            set_word<words, path...>};
  }

  /// name="text"
  template <auto... path>
  static constexpr Row quoted(std::string_view name) {
    return {{Form::quoted, name},
            [](const Value& value) { return at<path...>(value); },
            [](Draft<Value>& draft, std::string_view text, const FieldFacts& field) {
              at<path...>(draft.value) = unquoted(text, field.name);
            }};
  }

 private:
  template <auto first, auto... rest>
  static constexpr auto& at(auto& value) {
    if constexpr (sizeof...(rest) == 0)
      return value.*first;
    else
      return at<rest...>(value.*first);
  }
  template <const auto& words>
  static std::vector<std::string_view> all_of() {
    std::vector<std::string_view> all;
    for (const auto& [value, word] : words) all.push_back(word);
    return all;
  }
  template <const auto& words, auto... path>
  static std::string get_word(const Value& value) {
    const Value usual = Draft<Value>::usual(value);
    const auto word = at<path...>(value);
    return word != at<path...>(usual) ? std::string(word_of(words, word)) : std::string();
  }
  template <const auto& words, auto... path>
  static void set_word(Draft<Value>& draft, std::string_view text, const FieldFacts& field) {
    at<path...>(draft.value) = parse_word(words, text, field.what);
  }
};

}  // namespace fftcore
