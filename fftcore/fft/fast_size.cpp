// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fast_size.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace fftcore {
namespace {

/// Operations that a prime factor adds to each sample, where a factor of 2 adds 1. Odd butterflies
/// multiply more.
constexpr std::array<std::pair<std::int64_t, double>, 3> kFactorWork = {
    {{2, 1.0}, {3, 1.8}, {5, 2.8}}};

/// Relative work of a transform of n, or infinity where n is not smooth.
double work(std::int64_t n) {
  double a_sample = 0;
  std::int64_t rest = n;
  for (const auto& [factor, cost] : kFactorWork)
    for (; rest % factor == 0; rest /= factor) a_sample += cost;
  return rest == 1 ? static_cast<double>(n) * std::max(a_sample, 0.5)
                   : std::numeric_limits<double>::infinity();
}

}  // namespace

bool is_smooth(std::int64_t n) {
  return n >= 1 && work(n) < std::numeric_limits<double>::infinity();
}

std::int64_t fast_size(std::int64_t n, std::int64_t multiple_of) {
  const std::int64_t first =
      (std::max<std::int64_t>(n, 1) + multiple_of - 1) / multiple_of * multiple_of;
  // Beyond a quarter more samples no better factors can make up for the length.
  for (std::int64_t most = first + first / 4 + multiple_of;; most *= 2) {
    std::int64_t best = 0;
    double best_work = std::numeric_limits<double>::infinity();
    for (std::int64_t fives = 1; fives <= most; fives *= 5)
      for (std::int64_t odd = fives; odd <= most; odd *= 3)
        for (std::int64_t m = odd; m <= most; m *= 2) {
          if (m < first || m % multiple_of != 0) continue;
          const double candidate = work(m);
          if (candidate < best_work || (candidate == best_work && m < best)) {
            best = m;
            best_work = candidate;
          }
        }
    if (best != 0) return best;
  }
}

std::vector<std::int64_t> candidate_sizes(std::int64_t least, std::int64_t most) {
  std::vector<std::int64_t> sizes;
  for (std::int64_t n = std::max<std::int64_t>(least, 1); n <= most;
       n = std::max(n + 1, n + n / 8)) {
    n = fast_size(n);
    if (n <= most) sizes.push_back(n);
  }
  if (is_smooth(most) && most >= least && (sizes.empty() || sizes.back() != most))
    sizes.push_back(most);
  return sizes;
}

}  // namespace fftcore
