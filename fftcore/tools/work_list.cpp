// SPDX-License-Identifier: LGPL-2.1-or-later
#include "work_list.h"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "fftcore/error.h"
#include "fftcore/kernels.h"

namespace fftcore::tools {
namespace {

constexpr std::string_view kLogged = "fftcore[work]: ";

std::string trimmed(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return std::string(line.substr(first, line.find_last_not_of(" \t\r") - first + 1));
}

}  // namespace

std::vector<WorkLine> work_in(std::istream& stream, const std::string& name) {
  std::vector<WorkLine> lines, logged;
  int number = 0;
  for (std::string line; std::getline(stream, line);) {
    const std::string place = fmt::format("{}:{}", name, ++number);
    if (const std::size_t at = line.find(kLogged); at != std::string::npos)
      logged.push_back({trimmed(std::string_view(line).substr(at + kLogged.size())), place});
    else if (std::string text = trimmed(line); !text.empty() && text.front() != '#')
      lines.push_back({std::move(text), place});
  }
  return logged.empty() ? lines : logged;
}

std::vector<WorkLine> all_work(const std::vector<std::string>& texts,
                               const std::vector<std::string>& files) {
  std::vector<WorkLine> all;
  for (const std::string& text : texts)
    all.push_back({text, fmt::format("WORK {}", all.size() + 1)});
  for (const std::string& name : files) {
    const bool is_input = name == "-";
    std::ifstream file;
    if (!is_input) file.open(name);
    if (!file) throw FileError(fmt::format("{} cannot be read", name));
    std::istream& stream = is_input ? std::cin : file;
    for (WorkLine& line : work_in(stream, is_input ? "standard input" : name))
      all.push_back(std::move(line));
    if (stream.bad()) throw FileError(fmt::format("{} cannot be read", name));
  }
  return all;
}

std::vector<std::string> checked_texts(const std::vector<WorkLine>& lines) {
  std::vector<std::string> texts;
  std::string complaints;
  int bad = 0;
  for (const WorkLine& line : lines) {
    if (std::ranges::find(texts, line.text) != texts.end()) continue;
    try {
      KernelBundle::check(line.text);
      texts.push_back(line.text);
    } catch (const InvalidArgument& error) {
      ++bad;
      complaints += fmt::format("\n  {}: {}", line.place, error.what());
    }
  }
  if (bad > 0)
    throw InvalidArgument(fmt::format("{} of {} lines cannot be read, so nothing is compiled:{}",
                                      bad, lines.size(), complaints));
  return texts;
}

}  // namespace fftcore::tools
