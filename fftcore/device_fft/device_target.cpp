// SPDX-License-Identifier: LGPL-2.1-or-later
#include "device_target.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include <fmt/format.h>

#include "fftcore/error.h"

namespace fftcore {
namespace {

constexpr std::int64_t kKilobyte = 1024;

struct Capability {
  int number;
  std::int64_t shared_bytes;
};
// "Maximum amount of shared memory per thread block", CUDA Programming Guide, compute capabilities.
constexpr std::array kCapabilities = {
    Capability{70, 96 * kKilobyte},   Capability{72, 96 * kKilobyte},
    Capability{75, 64 * kKilobyte},   Capability{80, 163 * kKilobyte},
    Capability{86, 99 * kKilobyte},   Capability{87, 163 * kKilobyte},
    Capability{89, 99 * kKilobyte},   Capability{90, 227 * kKilobyte},
    Capability{100, 227 * kKilobyte}, Capability{103, 227 * kKilobyte},
    Capability{110, 227 * kKilobyte}, Capability{120, 99 * kKilobyte},
    Capability{121, 99 * kKilobyte}};

}  // namespace

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
