// SPDX-License-Identifier: LGPL-2.1-or-later
// Weighted least squares of maps, in coordinates whose origin lies among the places and whose unit
// is about their distance from it (Hartley 1997).
#pragma once

#include <limits>
#include <optional>
#include <span>

#include "fftcore/motion.h"

namespace fftcore {

/// Square of the distance of a pair's second place from its mapped first one. Infinite where that
/// lies beyond the horizon of the origin.
inline double squared_distance(const MotionMap& map, const PlacePair& pair) {
  const auto& m = map.numbers;
  const double w = m[6] * pair.x1 + m[7] * pair.y1 + m[8];
  if (!(w > 0)) return std::numeric_limits<double>::infinity();
  const double x = (m[0] * pair.x1 + m[1] * pair.y1 + m[2]) / w - pair.x2;
  const double y = (m[3] * pair.x1 + m[4] * pair.y1 + m[5]) / w - pair.y2;
  return x * x + y * y;
}

/// The map with the least sum of weight times squared distance, by PlacePair::weight; of the model
/// projective that of a linear equation, which refined_projective() is to follow. Nothing where
/// places lie so that no map is the best, and where the second places lie in one spot.
std::optional<MotionMap> weighted_fit(MotionModel model, std::span<const PlacePair> pairs);

/// One step of Gauss and Newton towards the least sum of weight times squared distance, or the map
/// itself where it would lead nowhere.
MotionMap refined_projective(const MotionMap& map, std::span<const PlacePair> pairs);

/// Whether the first places of pairs whose weight is not 0 lie in one spot (of a similarity) or on
/// one line. A line counts too that all but one place lie on, unless there are as many pairs as are
/// needed. Weights are changed meanwhile.
bool is_degenerate(MotionModel model, std::span<PlacePair> pairs);

}  // namespace fftcore
