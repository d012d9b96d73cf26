// SPDX-License-Identifier: LGPL-2.1-or-later
#include "map_parts.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace fftcore::gst::stabilize {
namespace {

constexpr double kMostNumber = 1e6;

/// Coordinates about the middle of frames of this size, to pixels.
MotionMap to_pixels(int columns, int rows) {
  const double unit = std::hypot(columns, rows) / 2;
  return {{unit, 0, (columns - 1) / 2.0, 0, unit, (rows - 1) / 2.0, 0, 0, 1}};
}

/// With 1 as the last number.
MotionMap scaled(MotionMap map) {
  const double last = map.numbers[8];
  for (double& number : map.numbers) number /= last;
  return map;
}

}  // namespace

MotionMap in_units(const MotionMap& pixels, int columns, int rows) {
  const MotionMap back = to_pixels(columns, rows);
  return scaled(composed(inverted(back), composed(pixels, back)));
}

MotionMap in_pixels(const MotionMap& units, int columns, int rows) {
  const MotionMap to = to_pixels(columns, rows);
  return scaled(composed(to, composed(units, inverted(to))));
}

void add_parts(MotionMap& sum, const MotionMap& map, const PartFactors& factors) {
  const auto& from = map.numbers;
  auto& to = sum.numbers;
  to[2] += factors.shift * from[2];
  to[5] += factors.shift * from[5];
  const double turn = (from[3] - from[1]) / 2, skew = (from[3] + from[1]) / 2,
               zoom = (from[0] + from[4]) / 2 - 1, stretch = (from[0] - from[4]) / 2;
  to[0] += factors.zoom * zoom + factors.turn * stretch;
  to[4] += factors.zoom * zoom - factors.turn * stretch;
  to[1] += factors.turn * (skew - turn);
  to[3] += factors.turn * (skew + turn);
  to[6] += factors.turn * from[6];
  to[7] += factors.turn * from[7];
}

MotionMap toward_identity(const MotionMap& map, const PartFactors& factors) {
  MotionMap result;
  add_parts(result, map, factors);
  return result;
}

bool is_sound(const MotionMap& map) {
  return std::ranges::all_of(map.numbers,
                             [](double number) { return std::abs(number) < kMostNumber; });
}

MotionMap limited(const MotionMap& units, double max_shift, int columns, int rows) {
  if (max_shift <= 0) return {};
  const double unit = std::hypot(columns, rows) / 2,
               most = kMostTurn * std::max(columns, rows) / unit;
  // The middle is the origin, so that where it goes is the shift.
  MotionMap turn = units;
  const double x = turn.numbers[2], y = turn.numbers[5];
  turn.numbers[2] = turn.numbers[5] = 0;
  double farthest = 0;
  for (const double across : {-1.0, 1.0})
    for (const double down : {-1.0, 1.0}) {
      const double u = across * columns / (2 * unit), v = down * rows / (2 * unit);
      const auto [to_x, to_y] = mapped(turn, u, v);
      farthest = std::max({farthest, std::abs(to_x - u), std::abs(to_y - v)});
    }
  if (farthest > most) {
    const double kept = most / farthest;
    turn = toward_identity(turn, {kept, kept, kept});
  }
  turn.numbers[2] = std::clamp(x, -max_shift / unit, max_shift / unit);
  turn.numbers[5] = std::clamp(y, -max_shift / unit, max_shift / unit);
  return turn;
}

}  // namespace fftcore::gst::stabilize
