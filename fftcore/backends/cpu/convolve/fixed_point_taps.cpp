// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fixed_point_taps.h"

#include <algorithm>
#include <cmath>

namespace fftcore {
namespace {

constexpr double kUnits = 32768;  // of 1
/// Taps of a mean add up to 1 but for the rounding of their decomposition.
constexpr double kMostMagnitude = 1 + 1e-5;

double magnitude(const std::vector<double>& taps) {
  double sum = 0;
  for (const double tap : taps) sum += std::abs(tap);
  return sum;
}

/// Taps times `scale`, whose magnitudes then add up to 1 or less.
std::vector<std::int16_t> rounded_taps(const std::vector<double>& taps, double scale) {
  std::vector<std::int16_t> fixed;
  double exact = 0;
  std::int64_t sum = 0;
  for (const double tap : taps) {
    const double value = tap * scale * kUnits;
    fixed.push_back(
        static_cast<std::int16_t>(std::clamp(std::round(value), 1 - kUnits, kUnits - 1)));
    exact += value;
    sum += fixed.back();
  }
  // The largest takes the rest, so that even areas keep their value.
  const auto largest = std::max_element(fixed.begin(), fixed.end(), [](auto one, auto other) {
    return std::abs(one) < std::abs(other);
  });
  const double whole = *largest + std::round(exact) - static_cast<double>(sum);
  *largest = static_cast<std::int16_t>(std::clamp(whole, 1 - kUnits, kUnits - 1));
  return fixed;
}

}  // namespace

std::optional<FixedPointTaps> fixed_point_taps(const OuterProduct& product) {
  const double row = magnitude(product.row), column = magnitude(product.column);
  if (!(row > 0 && row * column <= kMostMagnitude)) return {};
  return FixedPointTaps{rounded_taps(product.row, 1 / row),
                        rounded_taps(product.column, std::min(row, 1 / column))};
}

}  // namespace fftcore
