// SPDX-License-Identifier: LGPL-2.1-or-later
#include "map_path.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace fftcore::gst::stabilize {
namespace {

constexpr MotionMap kIdentity{};

/// Of a path's map: beyond, it has nothing to do with a picture any more.
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

/// I + factor (map - I)
MotionMap toward_identity(const MotionMap& map, double factor) {
  MotionMap result;
  for (std::size_t i = 0; i < 9; ++i)
    result.numbers[i] = kIdentity.numbers[i] + factor * (map.numbers[i] - kIdentity.numbers[i]);
  return result;
}

std::array<std::array<double, 2>, 4> corners(int columns, int rows) {
  const double right = columns - 1, bottom = rows - 1;
  return {{{0, 0}, {right, 0}, {0, bottom}, {right, bottom}}};
}

}  // namespace

MapPath::MapPath(int columns, int rows) : columns_(columns), rows_(rows) {}

void MapPath::reset() {
  correction_ = speed_ = {};
}

void MapPath::follow(const MotionMap& motion, int smoothing) {
  const MotionMap pixels = to_pixels(columns_, rows_);
  const MotionMap back = composed(inverted(pixels), composed(inverted(motion), pixels));
  const MotionMap shown = scaled(composed(speed_, composed(correction_, back)));
  const auto is_sound = [](double number) { return std::abs(number) < kMostNumber; };
  if (!std::ranges::all_of(shown.numbers, is_sound)) return reset();
  if (smoothing == 0) {
    speed_ = {};
    correction_ = shown;
    return;
  }
  const double kept = smoothing / (smoothing + 1.0);
  correction_ = toward_identity(shown, kept * kept);
  for (std::size_t i = 0; i < 9; ++i)
    speed_.numbers[i] -= (1 - kept) * (1 - kept) * (shown.numbers[i] - kIdentity.numbers[i]);
}

MotionMap MapPath::correction(double max_shift) const {
  if (max_shift <= 0) return {};
  const double unit = std::hypot(columns_, rows_) / 2,
               most = kMostTurn * std::max(columns_, rows_) / unit;
  // The middle is the origin, so that where it goes is the shift.
  MotionMap turn = correction_;
  const double x = turn.numbers[2], y = turn.numbers[5];
  turn.numbers[2] = turn.numbers[5] = 0;
  double farthest = 0;
  for (const double across : {-1.0, 1.0})
    for (const double down : {-1.0, 1.0}) {
      const double u = across * columns_ / (2 * unit), v = down * rows_ / (2 * unit);
      const auto [to_x, to_y] = mapped(turn, u, v);
      farthest = std::max({farthest, std::abs(to_x - u), std::abs(to_y - v)});
    }
  if (farthest > most) turn = toward_identity(turn, most / farthest);
  turn.numbers[2] = std::clamp(x, -max_shift / unit, max_shift / unit);
  turn.numbers[5] = std::clamp(y, -max_shift / unit, max_shift / unit);
  const MotionMap pixels = to_pixels(columns_, rows_);
  return scaled(composed(pixels, composed(turn, inverted(pixels))));
}

MotionMap zoomed(double zoom, int columns, int rows) {
  const double x = (columns - 1) / 2.0, y = (rows - 1) / 2.0;
  return {{zoom, 0, (1 - zoom) * x, 0, zoom, (1 - zoom) * y, 0, 0, 1}};
}

double zoom_that_covers(const MotionMap& correction, int columns, int rows, double most) {
  const MotionMap back = inverted(correction);
  const auto covers = [&](double zoom) {
    const MotionMap from_frame = composed(back, inverted(zoomed(zoom, columns, rows)));
    return std::ranges::all_of(corners(columns, rows), [&](const std::array<double, 2>& corner) {
      const auto [x, y] = mapped(from_frame, corner[0], corner[1]);
      return x >= 0 && x <= columns - 1 && y >= 0 && y <= rows - 1;
    });
  };
  constexpr int kHalvings = 16;
  double least = 1, enough = most;
  if (covers(least)) return least;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (least + enough) / 2;
    (covers(middle) ? enough : least) = middle;
  }
  return enough;
}

}  // namespace fftcore::gst::stabilize
