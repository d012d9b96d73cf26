// SPDX-License-Identifier: LGPL-2.1-or-later
// Words of a text, taken from the front.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "quoted_words.h"
#include "words.h"

namespace fftcore {

class WordReader {
 public:
  /// Where the kind `has_quotes`, blanks between quotes are part of a word.
  WordReader(std::string_view text, bool has_quotes)
      : text_(text), words_(has_quotes ? split_quoted_words(text) : split_words(text)) {}

  std::string_view text() const { return text_; }
  /// How many there are.
  std::ptrdiff_t left() const { return static_cast<std::ptrdiff_t>(words_.size()) - at_; }
  bool is_empty() const { return left() == 0; }
  /// The next one; empty where there is none.
  std::string_view peek() const {
    return is_empty() ? std::string_view() : words_[static_cast<std::size_t>(at_)];
  }
  /// The next one. Throws InvalidArgument where there is none, with what it is of the text.
  std::string_view next(std::string_view what);
  bool take(std::string_view word);
  bool take(std::span<const std::string_view> several);
  /// What follows `key` in the next word, which is taken, where it begins so.
  std::optional<std::string_view> take_value(std::string_view key);
  /// Throws InvalidArgument where the next word is another.
  void expect(std::string_view word);

 private:
  std::string_view text_;
  std::vector<std::string_view> words_;
  std::ptrdiff_t at_ = 0;
};

}  // namespace fftcore
