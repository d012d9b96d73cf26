// SPDX-License-Identifier: LGPL-2.1-or-later
#include "compile_error.h"

#include <regex>
#include <sstream>
#include <vector>

#include <fmt/format.h>

namespace fftcore {
namespace {

constexpr std::string_view kCode = "code";

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  std::istringstream stream{std::string(text)};
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Where the user's code begins, in lines; all of them where there is none.
std::size_t begin_of_code(const std::vector<std::string>& lines) {
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (lines[i] == fmt::format("#line 1 \"{}\"", kCode)) return i + 1;
  return lines.size();
}

}  // namespace

void throw_compile_failure(std::string_view kernel, std::string_view compiler, std::string_view log,
                           std::string_view source) {
  const std::vector<std::string> lines = lines_of(source);
  const std::size_t code = begin_of_code(lines);
  static const std::regex kPlace(R"((\w*)[:(](\d{1,6})[:)])");
  std::string text;
  bool is_named = false, is_of_code = false;
  std::size_t published = 0;  // the line shown last; compilers name one again and again
  for (const std::string& line : lines_of(log)) {
    text += "\n" + line;
    std::smatch match;
    if (!std::regex_search(line, match, kPlace)) continue;
    const bool is_in_code = match.str(1) == kCode;
    const std::size_t number = std::stoul(match[2]), in_source = number + (is_in_code ? code : 0);
    if (number == 0 || in_source > lines.size()) continue;
    if (!is_named) is_of_code = is_in_code;
    is_named = true;
    if (in_source == published) continue;
    published = in_source;
    text += fmt::format("\n    {} line {}: {}", is_in_code ? kCode : "source", number,
                        lines[in_source - 1]);
  }
  if (is_of_code)
    throw InvalidArgument(
        fmt::format("{} does not compile the code that formulas call:{}", compiler, text));
  throw CompileError(fmt::format("{} does not compile kernel {}:{}", compiler, kernel, text));
}

}  // namespace fftcore
