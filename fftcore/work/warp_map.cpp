// SPDX-License-Identifier: LGPL-2.1-or-later
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "fftcore/error.h"
#include "fftcore/warp.h"

namespace fftcore {
namespace {

/// A difference of two products, and the sum of their magnitudes, to which rounding is relative.
struct Difference {
  double value, magnitude;
};

/// The 2x2 determinant that the adjoint has in this row and column.
Difference cofactor(const std::array<double, 9>& m, std::size_t row, std::size_t column) {
  const auto at = [&](std::size_t i, std::size_t j) { return m.at(i % 3 * 3 + j % 3); };
  const double first = at(column + 1, row + 1) * at(column + 2, row + 2),
               second = at(column + 1, row + 2) * at(column + 2, row + 1);
  return {first - second, std::abs(first) + std::abs(second)};
}

}  // namespace

WarpMap invert(const WarpMap& map) {
  const auto refuse = [&](std::string_view why) -> WarpMap {
    throw InvalidArgument(fmt::format("the map {} {}; a map that can be inverted is allowed",
                                      fmt::join(map, " "), why));
  };
  std::array<double, 9> numbers{};
  std::copy(map.begin(), map.end(), numbers.begin());
  for (const double number : numbers)
    if (!std::isfinite(number)) return refuse("has a number that is not finite");
  std::array<double, 9> inverse{};
  for (std::size_t i = 0; i < inverse.size(); ++i)
    inverse.at(i) = cofactor(numbers, i / 3, i % 3).value;
  // Products of floats are exact in double, and what is left of a determinant of 0 is rounding.
  double determinant = 0, magnitude = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const Difference one = cofactor(numbers, i, 0);
    determinant += numbers.at(i) * one.value;
    magnitude += std::abs(numbers.at(i)) * one.magnitude;
  }
  constexpr double kRounding = 1e-15;
  if (!(std::abs(determinant) > kRounding * magnitude)) return refuse("has no inverse");
  const double last = inverse[8] != 0 ? inverse[8] : determinant;
  WarpMap result{};
  for (std::size_t i = 0; i < result.size(); ++i) {
    result.at(i) = static_cast<float>(inverse.at(i) / last);
    if (!std::isfinite(result.at(i))) return refuse("has an inverse beyond single precision");
  }
  return result;
}

}  // namespace fftcore
