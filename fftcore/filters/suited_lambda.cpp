// SPDX-License-Identifier: LGPL-2.1-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "fftcore/error.h"
#include "restoring_grid.h"

namespace fftcore {
namespace {

constexpr double kLeast = 1e-4, kMost = 1e3;
constexpr double kFactor = 0.5, kExponent = 0.7;
/// The largest L, and how much it may be above that.
constexpr double kLeak = 0.3, kTolerance = 1.02;

/// L of the blur's inverse.
double leak(const Taps& blur, double lambda, Extent extent) {
  const int n = least_grid(blur.extent);
  const TapGrid taps = periodic_taps(blur, {Penalty::gradient, lambda}, n);
  const auto outside = [n](int place, std::int64_t samples) {
    return std::min(std::min(place, n - place) / static_cast<double>(samples), 1.0);
  };
  double sum = 0;
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x) {
      const double tap = taps.at(y, x);
      sum += tap * tap * (outside(y, extent.rows) + outside(x, extent.columns));
    }
  return sum;
}

void check_power(const char* name, double power) {
  if (!std::isfinite(power) || power < 0)
    throw InvalidArgument(
        fmt::format("{} is {}; a finite number of 0 or more is expected", name, power));
}

}  // namespace

double suited_lambda(const Taps& blur, double noise, double gradient, Extent extent) {
  check_blur(blur, {});
  check_power("noise", noise);
  check_power("gradient", gradient);
  if (extent.rows < 1 || extent.columns < 1)
    throw InvalidArgument(
        fmt::format("the image has {} rows and {} columns; 1 or more are expected", extent.rows,
                    extent.columns));
  const double h = std::reduce(blur.values.begin(), blur.values.end());
  const double share = noise == 0 ? 0 : noise / gradient;  // infinite without a picture
  double lambda = std::clamp(kFactor * std::pow(share, kExponent), kLeast, kMost);
  // L falls about as 1 / lambda does.
  for (const Taps even = normalized(blur); lambda < kMost;) {
    const double leaks = leak(even, lambda, extent);
    if (leaks <= kTolerance * kLeak) break;
    lambda = std::min(lambda * leaks / kLeak, kMost);
  }
  return std::clamp(lambda * h * h, 1e-6, kMost);
}

}  // namespace fftcore
