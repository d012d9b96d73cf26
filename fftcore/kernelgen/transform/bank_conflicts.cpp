// SPDX-License-Identifier: LGPL-2.1-or-later
#include "bank_conflicts.h"

#include <algorithm>
#include <array>

namespace fftcore {

int access_rounds(std::span<const int> elements, int words) {
  const std::size_t part = static_cast<std::size_t>(ast::kWarp / words);
  int rounds = 0;
  for (std::size_t begin = 0; begin < elements.size(); begin += part) {
    // different words of each bank, as many as `count` says
    std::array<std::array<int, ast::kWarp>, kBanks> seen;
    std::array<int, kBanks> count{};
    for (const int element : elements.subspan(begin, std::min(part, elements.size() - begin)))
      for (int word = element * words; word < (element + 1) * words; ++word) {
        auto& bank = seen[static_cast<std::size_t>(word % kBanks)];
        int& used = count[static_cast<std::size_t>(word % kBanks)];
        if (std::find(bank.begin(), bank.begin() + used, word) == bank.begin() + used)
          bank[static_cast<std::size_t>(used++)] = word;
      }
    rounds += *std::max_element(count.begin(), count.end());
  }
  return rounds;
}

int least_rounds(int active_threads, int words) {
  const int part = ast::kWarp / words;
  return (active_threads + part - 1) / part;
}

}  // namespace fftcore
