// SPDX-License-Identifier: LGPL-2.1-or-later
#include "statistics.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace bench {
namespace {

double quantile(std::span<const double> sorted, double fraction) {
  const double place = fraction * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], place - std::floor(place));
}

}  // namespace

Summary summary_of(std::vector<double> samples) {
  if (samples.empty()) throw std::invalid_argument("there is no median of no samples");
  std::sort(samples.begin(), samples.end());
  return {samples.front(),         quantile(samples, 0.25), quantile(samples, 0.5),
          quantile(samples, 0.75), samples.back(),          samples.size()};
}

}  // namespace bench
