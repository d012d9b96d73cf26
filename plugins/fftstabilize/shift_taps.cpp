// SPDX-License-Identifier: LGPL-2.1-or-later
#include "shift_taps.h"

#include <array>
#include <cmath>
#include <numbers>

namespace fftcore::gst::stabilize {
namespace {

constexpr int kHalf = 4;  // of the window, in samples
using Weights = std::array<double, 2 * kHalf>;

double sinc(double x) {
  if (x == 0) return 1;
  return std::sin(std::numbers::pi * x) / (std::numbers::pi * x);
}

// One axis: weights[i] is the tap at centre + first + i.
struct AxisTaps {
  std::int64_t first;
  Weights weights;
};

AxisTaps axis_taps(double shift) {
  const double whole = std::floor(shift);
  const double fraction = shift - whole;
  AxisTaps taps{static_cast<std::int64_t>(whole) - kHalf + 1, {}};
  double sum = 0;
  for (int i = 0; i < 2 * kHalf; ++i) {
    const double distance = i - kHalf + 1 - fraction;
    // At whole pixels exactly, where sin() is not.
    const double weight =
        fraction == 0 ? (i == kHalf - 1 ? 1 : 0) : sinc(distance) * sinc(distance / kHalf);
    taps.weights[static_cast<std::size_t>(i)] = weight;
    sum += weight;
  }
  for (double& weight : taps.weights) weight /= sum;
  return taps;
}

std::int64_t taps_for(double limit) {
  return 2 * (static_cast<std::int64_t>(std::ceil(limit)) + kHalf) + 1;
}

}  // namespace

Extent shift_extent(Vector limit) {
  return {taps_for(limit.y), taps_for(limit.x)};
}

void fill_shift(Taps& taps, Vector shift) {
  const AxisTaps vertical = axis_taps(shift.y);
  const AxisTaps horizontal = axis_taps(shift.x);
  const std::int64_t columns = taps.extent.columns;
  taps.values.assign(static_cast<std::size_t>(taps.extent.rows * columns), 0);
  const std::int64_t top = taps.extent.rows / 2 + vertical.first;
  const std::int64_t left = columns / 2 + horizontal.first;
  for (int y = 0; y < 2 * kHalf; ++y) {
    for (int x = 0; x < 2 * kHalf; ++x) {
      taps.values[static_cast<std::size_t>((top + y) * columns + left + x)] =
          vertical.weights[static_cast<std::size_t>(y)] *
          horizontal.weights[static_cast<std::size_t>(x)];
    }
  }
}

}  // namespace fftcore::gst::stabilize
