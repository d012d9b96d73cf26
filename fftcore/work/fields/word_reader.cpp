// SPDX-License-Identifier: LGPL-2.1-or-later
#include "word_reader.h"

#include <algorithm>

namespace fftcore {

std::string_view WordReader::next(std::string_view what) {
  if (is_empty()) throw InvalidArgument(message("'{}' ends where its {} is expected", text_, what));
  return words_[static_cast<std::size_t>(at_++)];
}

bool WordReader::take(std::string_view word) {
  const bool is_there = peek() == word;
  if (is_there) ++at_;
  return is_there;
}

bool WordReader::take(std::span<const std::string_view> several) {
  const bool are_there = left() >= std::ssize(several) &&
                         std::equal(several.begin(), several.end(), words_.begin() + at_);
  if (are_there) at_ += std::ssize(several);
  return are_there;
}

std::optional<std::string_view> WordReader::take_value(std::string_view key) {
  const auto value = value_of(peek(), key);
  if (value && !is_empty()) ++at_;
  return value;
}

void WordReader::expect(std::string_view word) {
  if (!take(word))
    throw InvalidArgument(message("'{}' has '{}' where '{}' is expected", text_, peek(), word));
}

}  // namespace fftcore
