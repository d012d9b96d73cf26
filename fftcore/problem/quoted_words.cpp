// SPDX-License-Identifier: LGPL-2.1-or-later
#include "quoted_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "fftcore/error.h"

namespace fftcore {
namespace {

struct Escape {
  char blank;
  char letter;
};
constexpr std::array kEscapes = {Escape{'\n', 'n'}, Escape{'\r', 'r'}, Escape{'\t', 't'},
                                 Escape{'\v', 'v'}, Escape{'\f', 'f'}};

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
      end = text.find('"', end + 1);
      if (end == std::string_view::npos)
        throw InvalidArgument(
            fmt::format("'{}' lacks the quote that ends it", text.substr(at, 80)));
      ++end;
      if (end < text.size() && text[end] != ' ')
        throw InvalidArgument(
            fmt::format("'{}' goes on behind its quotes; a blank is expected there, and formulas "
                        "have no quotes",
                        text.substr(at, 80)));
    }
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

std::string quoted(std::string_view formula) {
  std::string text = "\"";
  for (const char c : formula) {
    const auto escape = std::ranges::find(kEscapes, c, &Escape::blank);
    if (escape == kEscapes.end())
      text += c;
    else
      text += {'\\', escape->letter};
  }
  return text + '"';
}

std::string unquoted(std::string_view value, std::string_view field) {
  if (value.size() < 2 || value.front() != '"' || value.back() != '"')
    throw InvalidArgument(fmt::format("{} is {}; a formula in quotes is expected, such as {}=\"v\"",
                                      field, value, field));
  value = value.substr(1, value.size() - 2);
  std::string formula;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const auto escape = value[i] == '\\' && i + 1 < value.size()
                            ? std::ranges::find(kEscapes, value[i + 1], &Escape::letter)
                            : kEscapes.end();
    if (escape == kEscapes.end()) {
      formula += value[i];
    } else {
      formula += escape->blank;
      ++i;
    }
  }
  return formula;
}

}  // namespace fftcore
