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
constexpr std::size_t kMostBytes = 1 << 20;  // of a line
constexpr std::size_t kMostLines = 100'000;  // of work
constexpr int kMostComplaints = 100;

/// The next line. Throws InvalidArgument where it does not end, as in /dev/zero.
bool get_line(std::istream& stream, std::string& line, const std::string& place) {
  line.clear();
  char byte = 0;
  while (stream.get(byte) && byte != '\n') {
    if (line.size() == kMostBytes)
      throw InvalidArgument(fmt::format(
          "{}: the line has more than {} bytes; a text of work is expected in each line", place,
          kMostBytes));
    line += byte;
  }
  return stream.good() || !line.empty();
}

std::string trimmed(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return std::string(line.substr(first, line.find_last_not_of(" \t\r") - first + 1));
}

}  // namespace

std::vector<WorkLine> work_in(std::istream& stream, const std::string& name) {
  std::vector<WorkLine> lines, logged;
  std::size_t number = 0;
  std::string place = fmt::format("{}:1", name);
  for (std::string line; get_line(stream, line, place);
       place = fmt::format("{}:{}", name, number + 1)) {
    ++number;
    if (lines.size() + logged.size() == kMostLines)
      throw InvalidArgument(
          fmt::format("{}: there are more than {} lines of work", place, kMostLines));
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
      if (++bad <= kMostComplaints)
        complaints += fmt::format("\n  {}: {}", line.place, error.what());
    }
  }
  if (bad > kMostComplaints) complaints += fmt::format("\n  and {} more", bad - kMostComplaints);
  if (bad > 0)
    throw InvalidArgument(fmt::format("{} of {} lines cannot be read, so nothing is compiled:{}",
                                      bad, lines.size(), complaints));
  return texts;
}

}  // namespace fftcore::tools
