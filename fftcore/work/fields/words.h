// SPDX-License-Identifier: LGPL-2.1-or-later
// Values as text. Each enumeration has one table of words, which is used in both directions.
#pragma once

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "excerpt.h"
#include "fftcore/error.h"

namespace fftcore {

template <class Enum>
using Word = std::pair<Enum, std::string_view>;

template <class Words, class Enum>
std::string_view word_of(const Words& words, Enum value) {
  for (const auto& [candidate, word] : words)
    if (candidate == value) return word;
  return "?";
}

template <class Words>
bool is_word(const Words& words, std::string_view text) {
  for (const auto& [value, word] : words)
    if (word == text) return true;
  return false;
}

template <class Words>
auto parse_word(const Words& words, std::string_view text, std::string_view what) {
  std::string choices;
  for (const auto& [value, word] : words) {
    if (word == text) return value;
    choices += fmt::format("{}{}", choices.empty() ? "" : ", ", word);
  }
  throw InvalidArgument(message("'{}' is no {}; one of {} is expected", text, what, choices));
}

template <class Number>
Number parse_number(std::string_view text, std::string_view what) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size())
    throw InvalidArgument(message("'{}' is no number; {} is expected", text, what));
  return number;
}

/// The number, which is at most `most` of `what`. 0 goes on to validate(), which says of which
/// field it is.
inline std::int64_t limited(std::int64_t number, std::int64_t most, std::string_view what) {
  if (number < 0 || number > most)
    throw InvalidArgument(message("{} {}; 1 to {} are allowed", number, what, most));
  return number;
}

inline std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const auto at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

inline std::vector<std::string_view> split_words(std::string_view text) {
  std::vector<std::string_view> words = split(text, ' ');
  std::erase_if(words, [](std::string_view word) { return word.empty(); });
  return words;
}

/// Numbers separated by a character.
inline std::vector<std::int64_t> parse_numbers(std::string_view text, char separator,
                                               std::string_view what) {
  std::vector<std::int64_t> numbers;
  for (const auto part : split(text, separator))
    numbers.push_back(parse_number<std::int64_t>(part, what));
  return numbers;
}

/// Text after `key`, such as `frames=`, or nothing where the word does not begin with it.
inline std::optional<std::string_view> value_of(std::string_view word, std::string_view key) {
  if (!word.starts_with(key)) return std::nullopt;
  return word.substr(key.size());
}

/// Sizes behind a letter, such as 3x3 of `k3x3`, or nothing where the word only begins with it.
inline std::optional<std::string_view> sizes_of(std::string_view word, std::string_view letter) {
  const auto sizes = value_of(word, letter);
  if (!sizes || sizes->find_first_of("0123456789-") != 0) return std::nullopt;
  return sizes;
}

}  // namespace fftcore
