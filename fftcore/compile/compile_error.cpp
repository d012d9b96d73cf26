// SPDX-License-Identifier: LGPL-2.1-or-later
#include "compile_error.h"

#include <regex>
#include <sstream>
#include <vector>

#include <fmt/format.h>

namespace fftcore {

std::string compile_failure(std::string_view kernel, std::string_view compiler,
                            std::string_view log, std::string_view source) {
  std::vector<std::string> source_lines;
  std::istringstream source_stream{std::string(source)};
  for (std::string line; std::getline(source_stream, line);) source_lines.push_back(line);

  static const std::regex kLineNumber(R"([:(](\d{1,6})[:)])");
  std::string text = fmt::format("{} does not compile kernel {}:", compiler, kernel);
  std::istringstream log_stream{std::string(log)};
  std::size_t published = 0;  // the line shown last; compilers name one again and again
  for (std::string line; std::getline(log_stream, line);) {
    text += "\n" + line;
    std::smatch match;
    if (!std::regex_search(line, match, kLineNumber)) continue;
    const std::size_t number = std::stoul(match[1]);
    if (number == 0 || number > source_lines.size() || number == published) continue;
    published = number;
    text += fmt::format("\n    source line {}: {}", number, source_lines[number - 1]);
  }
  return text;
}

}  // namespace fftcore
