// SPDX-License-Identifier: LGPL-2.1-or-later
#include "device_target.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "capabilities.h"
#include "fftcore/error.h"

namespace fftcore {
std::int64_t shared_bytes_of_targets(const std::vector<int>& targets) {
  if (targets.empty()) return 48 * kKilobyte;
  std::int64_t least = kCapabilities.back().shared_bytes * 4;
  for (const int target : targets) {
    const auto nearest = std::ranges::min_element(
        kCapabilities, {}, [&](const Capability& c) { return std::abs(c.number - target); });
    if (nearest->number != target)
      throw InvalidArgument(fmt::format(
          "sm={}: no such GPU is known; the nearest that is has sm={}", target, nearest->number));
    least = std::min(least, nearest->shared_bytes);
  }
  return least;
}

}  // namespace fftcore
