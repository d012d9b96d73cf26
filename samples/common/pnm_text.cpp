// SPDX-License-Identifier: LGPL-2.1-or-later
#include "pnm_text.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

namespace samples {
namespace {

constexpr std::int64_t kMostWhite = 65535;

bool is_blank(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}

/// What stands between blanks and comments, from behind the kind of the file on.
class Words {
 public:
  explicit Words(std::string_view text) : text_(text) {}

  /// At most so many characters of the next word, none at the end.
  std::string_view next(std::size_t most = std::string_view::npos) {
    while (at_ < text_.size() && (is_blank(text_[at_]) || text_[at_] == '#'))
      if (text_[at_] == '#')
        at_ = std::min(text_.find_first_of("\r\n", at_), text_.size());
      else
        ++at_;
    const std::size_t begin = at_;
    while (at_ < text_.size() && at_ - begin < most && !is_blank(text_[at_]) && text_[at_] != '#')
      ++at_;
    return text_.substr(begin, at_ - begin);
  }

 private:
  std::string_view text_;
  std::size_t at_ = 2;
};

/// A whole number of a word, -1 where it is none, or beyond all bounds.
std::int64_t number_of(std::string_view word) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  return error == std::errc{} && end == word.data() + word.size() ? number : -1;
}

/// For messages: a word of a damaged file may be long.
std::string shown(std::string_view word) {
  constexpr std::size_t kMost = 20;
  std::string text(word.substr(0, kMost));
  for (char& c : text)
    if (c < ' ' || c > '~') c = '?';
  return word.size() > kMost ? text + "..." : text;
}

class TextFile {
 public:
  TextFile(const std::string& path, const fftcore::pictures::Reading& reading,
           std::string_view text)
      : path_(path), reading_(reading), words_(text), kind_(text[1]) {}

  std::vector<unsigned char> in_bytes() {
    constexpr std::int64_t kMostSide = 1 << 30;
    const std::int64_t columns = in_header("columns", kMostSide),
                       rows = in_header("rows", kMostSide),
                       white = kind_ == '1' ? 1 : in_header("white", kMostWhite),
                       count = rows * columns * (kind_ == '3' ? 3 : 1);
    const std::string head = fmt::format("P{}\n{} {}\n{}\n", kind_ == '3' ? 6 : 5, columns, rows,
                                         kind_ == '1' ? 255 : white);
    std::vector<unsigned char> bytes(head.begin(), head.end());
    for (std::int64_t i = 0; i < count; ++i) {
      const std::int64_t sample = sample_of(i, count, white);
      if (white > 255) bytes.push_back(static_cast<unsigned char>(sample >> 8));
      bytes.push_back(static_cast<unsigned char>(kind_ == '1' ? 255 * (1 - sample) : sample));
    }
    const std::string_view rest = words_.next();
    if (rest.starts_with('P'))
      fftcore::pictures::check_first(path_, reading_, "has several images");
    else if (!rest.empty())
      fail(fmt::format("'{}' follows the {} samples of its header", shown(rest), count));
    return bytes;
  }

 private:
  [[noreturn]] void fail(const std::string& reason) {
    fftcore::pictures::fail_to_read(path_, "it is damaged: " + reason);
  }

  std::int64_t in_header(const char* name, std::int64_t most) {
    const std::string_view word = words_.next();
    const std::int64_t number = number_of(word);
    if (number < 1 || number > most)
      fail(fmt::format("its header has '{}' for the {}; a whole number from 1 to {} is expected",
                       shown(word), name, most));
    return number;
  }

  std::int64_t sample_of(std::int64_t index, std::int64_t count, std::int64_t white) {
    const std::string_view word = words_.next(kind_ == '1' ? 1 : std::string_view::npos);
    if (word.empty())
      fail(fmt::format("it ends after {} of the {} samples of its header", index, count));
    const std::int64_t sample = number_of(word);
    if (sample < 0 || sample > white)
      fail(fmt::format("sample {} is '{}'; a whole number from 0 to {} is expected", index + 1,
                       shown(word), white));
    return sample;
  }

  const std::string& path_;
  const fftcore::pictures::Reading& reading_;
  Words words_;
  char kind_;
};

}  // namespace

std::vector<unsigned char> bytes_of_pnm_text(const std::string& path,
                                             const fftcore::pictures::Reading& reading) {
  std::ifstream file(path, std::ios::binary);
  std::string text(3, '\0');
  if (!file.read(text.data(), std::streamsize(text.size()))) return {};
  if (text[0] != 'P' || text[1] < '1' || text[1] > '3' || !(is_blank(text[2]) || text[2] == '#'))
    return {};
  text.append(std::istreambuf_iterator<char>(file), {});
  return TextFile(path, reading, text).in_bytes();
}

}  // namespace samples
