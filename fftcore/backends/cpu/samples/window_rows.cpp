// SPDX-License-Identifier: LGPL-2.1-or-later
#include "window_rows.h"

#include <array>

#include "simd.h"

namespace fftcore {

FFTCORE_SIMD_CLONES
void apply_window(const float* __restrict columns, float row, std::int64_t count,
                  float* __restrict to) {
  for (std::int64_t i = 0; i < count; ++i) to[i] *= columns[i] * row;
}

FFTCORE_SIMD_CLONES
double sum_of_squares(const float* from, std::int64_t count) {
  constexpr std::int64_t kLanes = 8;
  std::array<double, kLanes> sums{};
  for (std::int64_t i = 0; i + kLanes <= count; i += kLanes)
    for (std::int64_t lane = 0; lane < kLanes; ++lane) {
      const auto value = static_cast<double>(from[i + lane]);
      sums[static_cast<std::size_t>(lane)] += value * value;
    }
  double sum = 0;
  for (const double lane : sums) sum += lane;
  for (std::int64_t i = count - count % kLanes; i < count; ++i)
    sum += static_cast<double>(from[i]) * static_cast<double>(from[i]);
  return sum;
}

}  // namespace fftcore
