// SPDX-License-Identifier: LGPL-2.1-or-later
// The launches that a Transform has for one of its axes: how long their lines are, and how threads
// share them out.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cosine_line.h"
#include "device_traits.h"
#include "line_shape.h"
#include "no_plan.h"
#include "point_span.h"
#include "transform_array.h"

namespace fftcore {

/// What all launches for one axis share.
struct TransformPass {
  std::size_t axis = 0;
  TransformArray from, to;
  PerDim<std::int64_t> lines{1};
  PerDim<PointSpan> numbers{PointSpan(0, 1, 1)};  ///< of the lines
  bool is_first = false, is_last = false;

  // What shape_pass() sets.
  std::int64_t chirped = 0;  ///< where not 0, the transform convolves so many points with a chirp
  bool is_folded = false;    ///< samples 2e and 2e + 1 of a real line travel as one complex value
  std::optional<CosineLine> cosine;  ///< of a cosine or sine transform
  /// Neighbouring threads have neighbouring lines along `neighbours`; else those have pieces.
  bool is_adjacent = false;
  Dim neighbours = Dim::row;
  std::vector<LineShape> shapes;  ///< of the launches, as line_pieces_of() says

  Dim dim() const { return kAxisDims[axis]; }
  /// Points of all lines that launches from this one on transform together.
  std::int64_t points_from(std::size_t launch) const {
    std::int64_t points = 1;
    for (; launch < shapes.size(); ++launch) points *= line_points(shapes[launch]);
    return points;
  }
  std::int64_t length() const { return points_from(0); }
};

/// Chooses lengths and neighbours, or says why it cannot.
std::optional<NoPlan> shape_pass(TransformPass& pass, const Transform& transform,
                                 const DeviceTraits& traits);

}  // namespace fftcore
