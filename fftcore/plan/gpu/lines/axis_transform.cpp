// SPDX-License-Identifier: LGPL-2.1-or-later
#include "axis_transform.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "line_shape_for.h"

namespace fftcore {

double axis_cost(const AxisTransform& transform) {
  if (!transform.inner) return line_cost(transform.outer);
  return line_points(*transform.inner) * line_cost(transform.outer) +
         line_points(transform.outer) * line_cost(*transform.inner);
}

std::optional<AxisTransform> axis_transform_for(std::int64_t least, bool contiguous,
                                                int channels_per_block, const DeviceTraits& traits,
                                                Real real, Choice choice) {
  if (const auto whole = line_shape_for(least, !contiguous, traits, channels_per_block, real))
    return AxisTransform{*whole, {}};
  // Two launches take the least time at about equal lengths. A step of an eighth is fine enough,
  // since the other length makes up for it.
  const auto root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(least)));
  // The outer launch loads or stores samples.
  const Choice choice_of_outer = choice == Choice::pieces ? Choice::samples : choice;
  std::optional<AxisTransform> best;
  double best_cost = std::numeric_limits<double>::infinity();
  for (std::int64_t inner_least = std::max<std::int64_t>(2, root / 3); inner_least <= 3 * root;
       inner_least += std::max<std::int64_t>(1, inner_least / 8)) {
    const auto inner =
        line_shape_for(inner_least, !contiguous, traits, channels_per_block, real, choice);
    if (!inner) continue;
    const auto outer = line_shape_for((least + inner->length - 1) / inner->length, true, traits, 1,
                                      real, choice_of_outer);
    if (!outer) continue;
    const AxisTransform candidate{*outer, *inner};
    if (candidate.length() > std::numeric_limits<std::int32_t>::max()) continue;
    double cost = axis_cost(candidate);
    if (choice == Choice::pieces)
      cost += (samples_cost(*outer) - 1) * inner->length * line_cost(*outer);
    if (cost < best_cost) {
      best_cost = cost;
      best = candidate;
    }
  }
  return best;
}

std::optional<AxisTransform> axis_transform_of(std::int64_t points, bool adjacent, int lines,
                                               const DeviceTraits& traits, Real real) {
  const auto shape_of = [&](std::int64_t its_points, bool is_adjacent, int its_lines) {
    return line_shape_of(its_points, is_adjacent, its_lines, traits, 1, real);
  };
  if (const auto whole = shape_of(points, adjacent, lines)) return AxisTransform{*whole, {}};
  std::optional<AxisTransform> best;
  double best_cost = std::numeric_limits<double>::infinity();
  const auto consider = [&](std::int64_t outer_points, std::int64_t inner_points) {
    const auto neighbours = [&](std::int64_t pieces) {
      return adjacent ? lines : static_cast<int>(pieces);
    };
    const auto outer = shape_of(outer_points, true, neighbours(inner_points));
    if (!outer) return;
    const auto inner = shape_of(inner_points, true, neighbours(outer_points));
    if (!inner) return;
    const AxisTransform both{*outer, *inner};
    if (const double cost = axis_cost(both); cost < best_cost) {
      best_cost = cost;
      best = both;
    }
  };
  for (std::int64_t divisor = 2; divisor * divisor <= points; ++divisor) {
    if (points % divisor != 0) continue;
    consider(divisor, points / divisor);
    if (divisor * divisor != points) consider(points / divisor, divisor);
  }
  return best;
}

}  // namespace fftcore
