// SPDX-License-Identifier: LGPL-2.1-or-later
#include "work_list.h"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <string_view>

#include <fmt/format.h>

#include "fftcore/error.h"

namespace fftcore::tools {
namespace {

constexpr std::string_view kLogged = "fftcore[work]: ";

void add_once(std::vector<std::string>& all, std::string text) {
  if (std::ranges::find(all, text) == all.end()) all.push_back(std::move(text));
}

std::string trimmed(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return std::string(line.substr(first, line.find_last_not_of(" \t\r") - first + 1));
}

}  // namespace

std::vector<std::string> work_in(std::istream& stream) {
  std::vector<std::string> lines, logged;
  for (std::string line; std::getline(stream, line);) {
    if (const std::size_t at = line.find(kLogged); at != std::string::npos)
      add_once(logged, trimmed(std::string_view(line).substr(at + kLogged.size())));
    else if (std::string text = trimmed(line); !text.empty() && text.front() != '#')
      add_once(lines, std::move(text));
  }
  return logged.empty() ? lines : logged;
}

std::vector<std::string> work_in_files(const std::vector<std::string>& files) {
  std::vector<std::string> all;
  for (const std::string& name : files) {
    std::ifstream file;
    if (name != "-") {
      file.open(name);
      if (!file) throw FileError(fmt::format("{} cannot be read", name));
    }
    for (std::string& text : work_in(name == "-" ? std::cin : file)) add_once(all, std::move(text));
  }
  return all;
}

}  // namespace fftcore::tools
