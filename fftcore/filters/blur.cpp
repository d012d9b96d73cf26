// SPDX-License-Identifier: LGPL-2.1-or-later
// Blurs, exact: a pixel is the square of one pixel's side about its centre.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include <fmt/format.h>

#include "check_range.h"
#include "fftcore/error.h"
#include "fftcore/restoration.h"

namespace fftcore {
namespace {

/// How many pixels a shape touches on one side of the middle one, if it reaches `half_length` from
/// the centre.
int reach(double half_length) {
  // ends on a pixel's border, but for rounding, touch nothing more
  return static_cast<int>(std::ceil(half_length - 0.5 - 1e-9));
}

/// Taps of a function of the place (x, y), counted from the centre, y downwards.
template <class Value>
Taps filled(int half_rows, int half_columns, Value value) {
  Taps taps{{2 * half_rows + 1, 2 * half_columns + 1}, {}};
  taps.values.reserve(static_cast<std::size_t>(taps.extent.rows * taps.extent.columns));
  for (int y = -half_rows; y <= half_rows; ++y)
    for (int x = -half_columns; x <= half_columns; ++x) taps.values.push_back(value(x, y));
  return taps;
}

/// Part of the line on which a point is within half a pixel of `place`, if it moves by `step` with
/// each pixel of the line. Without a step to speak of that is everywhere or nowhere.
std::pair<double, double> passage(double step, double place) {
  constexpr double kFar = 1e6;
  if (std::abs(step) < 1e-12)
    return std::abs(place) < 0.5 ? std::pair{-kFar, kFar} : std::pair{kFar, -kFar};
  return std::minmax({(place - 0.5) / step, (place + 0.5) / step});
}

/// Area of the disc between the axes through its centre and (x, y), with the sign of x y.
double quadrant_area(double x, double y, double radius) {
  const double width = std::min(std::abs(x), radius), height = std::min(std::abs(y), radius);
  double area = width * height;
  // The product is never below 0, however it is rounded.
  const auto of_arc = [&](double t) { return std::sqrt((radius - t) * (radius + t)); };
  if (const double left = of_arc(height); width > left) {
    const auto under_arc = [&](double t) {
      return 0.5 * (t * of_arc(t) + radius * radius * std::asin(t / radius));
    };
    area = left * height + under_arc(width) - under_arc(left);
  }
  return std::copysign(area, x * y);
}

}  // namespace

Taps motion_blur(double length, double angle) {
  check_range("the motion's length", length, 1.0, kMaxBlur);
  if (!std::isfinite(angle))
    throw InvalidArgument(fmt::format("the motion's angle is {}; degrees are expected", angle));
  const double radians = std::fmod(angle, 180.0) * std::numbers::pi / 180;
  const double right = std::cos(radians), down = -std::sin(radians), half = length / 2;
  return filled(reach(half * std::abs(down)), reach(half * std::abs(right)), [&](int x, int y) {
    const auto [x_begin, x_end] = passage(right, x);
    const auto [y_begin, y_end] = passage(down, y);
    return std::max(0.0, std::min({half, x_end, y_end}) - std::max({-half, x_begin, y_begin})) /
           length;
  });
}

Taps defocus_blur(double radius) {
  check_range("the radius of the defocus", radius, 0.5, kMaxBlur / 2);
  const int side = reach(radius);
  return filled(side, side, [&](int x, int y) {
    const auto corner = [&](double dx, double dy) { return quadrant_area(x + dx, y + dy, radius); };
    const double area =
        corner(0.5, 0.5) - corner(-0.5, 0.5) - corner(0.5, -0.5) + corner(-0.5, -0.5);
    // outside the disc rounding is left
    return std::max(0.0, area) / (std::numbers::pi * radius * radius);
  });
}

Taps gaussian_blur(double sigma) {
  check_range("sigma", sigma, 0.1, kMaxBlur / 8);
  const int side = static_cast<int>(4 * sigma + 0.5);
  return normalized(filled(side, side, [&](int x, int y) {
    return std::exp(-0.5 * (x * x + y * y) / (sigma * sigma));
  }));
}

}  // namespace fftcore
