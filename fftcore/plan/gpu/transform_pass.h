// SPDX-License-Identifier: LGPL-2.1-or-later
// The launches that a Transform has for one of its axes: how long their lines are, and how threads
// share them out.
#pragma once

#include <cstdint>
#include <optional>

#include "axis_transform.h"
#include "cosine_line.h"
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
  bool is_last = false;

  // What shape_pass() sets.
  std::int64_t chirped = 0;  ///< where not 0, the transform convolves so many points with a chirp
  bool is_folded = false;    ///< samples 2e and 2e + 1 of a real line travel as one complex value
  std::optional<CosineLine> cosine;  ///< of a cosine or sine transform
  Dim neighbours = Dim::row;
  AxisTransform transform;

  Dim dim() const { return kAxisDims[axis]; }
};

/// Chooses lengths and neighbours, or says why it cannot.
std::optional<NoPlan> shape_pass(TransformPass& pass, const Transform& transform,
                                 const DeviceTraits& traits);

}  // namespace fftcore
