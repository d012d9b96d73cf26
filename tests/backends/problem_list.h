// SPDX-License-Identifier: LGPL-2.1-or-later
// The problems that every backend is held to: formats, sizes, edges, regions and kernels crossed so that each pair of choices meets.
#pragma once

#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace problems {

inline std::vector<std::string> all() {
  const std::vector<std::string> formats = {"u8 ",         "u16 ",        "f32 ",        "u8>f32 ",    "f32>u8 ",
                                            "u8 3 ",       "u8 4 copy=8", "u16 2 ",      "f32 3 planar", "u8 4 planar copy=1",
                                            "u8 2 bias=128"};
  const std::vector<std::string> sizes = {"1x1", "1x37", "41x1", "17x19", "64x64", "97x101", "33x250"};
  const std::vector<std::string> kernels = {"1x1", "3x3", "2x4", "5x1", "1x6", "15x15", "31x8", "67x41"};
  const std::vector<std::string> edges = {"constant", "replicate", "reflect", "reflect-101", "wrap"};
  const std::vector<std::string> operations = {"conv2d", "corr2d"};
  std::vector<std::string> list;
  std::size_t n = 0;
  // Formats x sizes x kernels in full; the rest goes round with periods that share no factor with theirs.
  for (const auto& format : formats) {
    for (const auto& size : sizes) {
      for (const auto& kernel : kernels) {
        const auto space = format.find(' ');
        std::string rest = format.substr(space + 1), channels;
        if (!rest.empty() && rest[0] >= '2' && rest[0] <= '4') {
          channels = std::string("x") + rest[0];
          rest = rest.substr(1);
        }
        const bool copies = rest.find("copy") != std::string::npos;
        const std::string region = copies ? "same" : n % 7 < 4 ? "same" : n % 7 < 6 ? "full" : "valid";
        std::string text = operations[n % 2] + " " + format.substr(0, space) + " " + size + channels + " k" + kernel + " " + edges[n % 5] + " " + region;
        if (n % 3 == 0) text += " pitch=1100,1400";
        list.push_back(text + " " + rest);
        ++n;
      }
    }
  }
  list.push_back("corr2d u8 4x3840 k3x63 reflect-101 same");
  list.push_back("conv2d u8 480x641 k31x31 replicate same");
  list.push_back("conv2d f32 300x200 k120x90 wrap same");
  list.push_back("conv2d u8 3x2 k301x299 reflect same");
  list.push_back("corr2d u8 1x1 k63x63 wrap same");
  return list;
}

/// Fewer of them, in which every two words that meet in a problem of small sizes meet somewhere.
inline std::vector<std::string> pairwise() {
  const std::set<std::string> sizes = {"1x37", "41x1", "17x19", "33x250"}, kernels = {"k1x1", "k3x3", "k2x4", "k15x15", "k67x41"};
  using Pairs = std::set<std::pair<std::string, std::string>>;
  const auto pairs_of = [](const std::string& text) {
    std::vector<std::string> words;
    std::istringstream stream(text);
    for (std::string word; stream >> word;) words.push_back(word);
    words[2] = words[2].substr(0, words[2].find('x', words[2].find('x') + 1));  // channels go with the format
    Pairs pairs;
    for (std::size_t i = 0; i < words.size(); ++i)
      for (std::size_t j = i + 1; j < words.size(); ++j) pairs.insert({words[i], words[j]});
    return pairs;
  };
  std::vector<std::string> candidates;
  for (const auto& text : all()) {
    std::istringstream stream(text);
    std::string operation, element, size, kernel;
    stream >> operation >> element >> size >> kernel;
    size = size.substr(0, size.find('x', size.find('x') + 1));
    if (sizes.count(size) != 0 && kernels.count(kernel) != 0 && text.find(" valid") == std::string::npos) candidates.push_back(text);
  }
  std::vector<std::string> chosen = {"conv2d u8 97x101 k15x15 reflect valid"};
  Pairs covered;
  while (true) {
    std::size_t most = 0;
    const std::string* best = nullptr;
    for (const auto& text : candidates) {
      std::size_t fresh = 0;
      for (const auto& pair : pairs_of(text)) fresh += covered.count(pair) == 0 ? 1 : 0;
      if (fresh > most) {
        most = fresh;
        best = &text;
      }
    }
    if (best == nullptr) return chosen;
    covered.merge(pairs_of(*best));
    chosen.push_back(*best);
  }
}

}  // namespace problems
