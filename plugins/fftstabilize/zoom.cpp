// SPDX-License-Identifier: LGPL-2.1-or-later
#include "zoom.h"

#include <algorithm>
#include <array>

namespace fftcore::gst::stabilize {
namespace {

std::array<std::array<double, 2>, 4> corners(int columns, int rows) {
  const double right = columns - 1, bottom = rows - 1;
  return {{{0, 0}, {right, 0}, {0, bottom}, {right, bottom}}};
}

}  // namespace

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
