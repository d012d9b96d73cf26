// SPDX-License-Identifier: LGPL-2.1-or-later
#include "quoted_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "excerpt.h"
#include "fftcore/error.h"

namespace fftcore {
namespace {

struct Escape {
  char meant;
  char letter;
};
constexpr std::array kEscapes = {Escape{'\n', 'n'}, Escape{'\r', 'r'}, Escape{'\t', 't'},
                                 Escape{'\v', 'v'}, Escape{'\f', 'f'}, Escape{'"', '"'},
                                 Escape{'\\', '\\'}};

/// Where the quoted text ends that begins behind `at`; npos where it does not.
std::size_t closing_quote(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at)
    if (text[at] == '\\') ++at;
  return at < text.size() ? at : std::string_view::npos;
}

}  // namespace

std::vector<std::string_view> split_quoted_words(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == ' ') {
      ++at;
      continue;
    }
    std::size_t end = std::min(text.find_first_of(" \"", at), text.size());
    if (end < text.size() && text[end] == '"') {
      end = closing_quote(text, end);
      if (end == std::string_view::npos)
        throw InvalidArgument(message("'{}' lacks the quote that ends it", text.substr(at, 80)));
      ++end;
      if (end < text.size() && text[end] != ' ')
        throw InvalidArgument(
            message("'{}' goes on behind its quotes; a blank is expected there, and quotes "
                    "within are written \\\"",
                    text.substr(at, 80)));
    }
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    const auto escape = std::ranges::find(kEscapes, c, &Escape::meant);
    if (escape == kEscapes.end())
      result += c;
    else
      result += {'\\', escape->letter};
  }
  return result + '"';
}

std::string unquoted(std::string_view value, std::string_view field) {
  if (value.size() < 2 || value.front() != '"' || value.back() != '"')
    throw InvalidArgument(
        message("{} is {}; text in quotes is expected, such as {}=\"v\"", field, value, field));
  value = value.substr(1, value.size() - 2);
  std::string formula;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const auto escape = value[i] == '\\' && i + 1 < value.size()
                            ? std::ranges::find(kEscapes, value[i + 1], &Escape::letter)
                            : kEscapes.end();
    if (escape == kEscapes.end()) {
      formula += value[i];
    } else {
      formula += escape->meant;
      ++i;
    }
  }
  return formula;
}

}  // namespace fftcore
