// SPDX-License-Identifier: LGPL-2.1-or-later
#include "chirped_shape.h"

#include <algorithm>
#include <limits>

namespace fftcore {
namespace {

/// With more threads each has too few registers for two transforms and chirps. It does twice as
/// many butterflies then.
constexpr int kMostThreads = 512;

}  // namespace

std::optional<LineShape> chirped_shape_of(std::int64_t points, bool adjacent, int lines,
                                          const DeviceTraits& traits, Real real) {
  std::optional<LineShape> best;
  double best_cost = std::numeric_limits<double>::infinity();
  // Beyond a quarter more points no better factors make up for the length.
  const std::int64_t least = 2 * points - 1, most = std::min(least + least / 4, most_line_points());
  for (std::int64_t length = least; length <= most; ++length) {
    auto shape = line_shape_of(length, adjacent, lines, traits, 1, real);
    if (!shape) continue;
    shape->chirped = static_cast<int>(points);
    if (shape->threads > kMostThreads) shape->threads = (shape->threads + 1) / 2;
    if (const double cost = line_cost(*shape); cost < best_cost) {
      best_cost = cost;
      best = shape;
    }
  }
  return best;
}

std::optional<LineShape> any_line_shape_of(std::int64_t points, bool adjacent, int lines,
                                           const DeviceTraits& traits, Real real, Choice choice) {
  if (auto shape = line_shape_of(points, adjacent, lines, traits, 1, real, choice)) return shape;
  return chirped_shape_of(points, adjacent, lines, traits, real);
}

}  // namespace fftcore
