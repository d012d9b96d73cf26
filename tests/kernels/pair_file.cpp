// SPDX-License-Identifier: LGPL-2.1-or-later
#include "pair_file.h"

#include <fmt/format.h>

#include <sstream>
#include <stdexcept>

namespace kernels {
namespace {

constexpr std::string_view kWithoutCase = "pairs without a case: ";
constexpr std::string_view kWith = " with ", kBegin = ": ", kNext = ", ";

Factor factor_of(std::string_view name) {
  for (std::size_t i = 0; i < kFactors; ++i)
    if (name_of(static_cast<Factor>(i)) == name) return static_cast<Factor>(i);
  throw std::invalid_argument(fmt::format("no factor {}", name));
}

/// Cuts off and returns what comes before `end`, or all of it.
std::string cut(std::string& text, std::string_view end) {
  const auto at = text.find(end);
  const std::string head = text.substr(0, at);
  text = at == std::string::npos ? "" : text.substr(at + end.size());
  return head;
}

}  // namespace

std::string to_text(const PairFile& file) {
  std::map<std::string, std::string> lines;  // by what they begin with
  std::vector<std::string> order;
  for (const FeaturePair& pair : file.covered) {
    const std::string head = fmt::format("{} {}{}{}", name_of(pair.first.factor), pair.first.value,
                                         kWith, name_of(pair.second.factor));
    std::string& line = lines[head];
    if (line.empty()) order.push_back(head);
    line += fmt::format("{}{}", line.empty() ? kBegin : kNext, pair.second.value);
  }
  std::string text = fmt::format("{}{}\n", kWithoutCase, file.without_case);
  for (const std::string& head : order) text += head + lines[head] + "\n";
  return text;
}

PairFile parse_pairs(const std::string& text) {
  PairFile file;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    if (line.starts_with(kWithoutCase)) {
      file.without_case = std::stoul(line.substr(kWithoutCase.size()));
      continue;
    }
    const Factor first = factor_of(cut(line, " "));
    const std::string value = cut(line, kWith);
    const Factor second = factor_of(cut(line, kBegin));
    while (!line.empty())
      file.covered.insert(
          FeaturePair{.first = {first, value}, .second = {second, cut(line, kNext)}});
  }
  return file;
}

}  // namespace kernels
