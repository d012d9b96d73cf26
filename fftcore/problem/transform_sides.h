// SPDX-License-Identifier: LGPL-2.1-or-later
// Sides of a Transform: how much lies on them along its axes.
#pragma once

#include "fftcore/transform.h"

namespace fftcore {

/// Values along an axis: points, or bins where the side is half a spectrum.
std::int64_t input_extent(const Transform& transform, std::size_t axis);
std::int64_t output_extent(const Transform& transform, std::size_t axis);

/// How many of input_extent() memory holds.
std::int64_t stored_extent(const Transform& transform, std::size_t axis);

/// Points of one transform.
std::int64_t points_of(const Transform& transform);

/// Floats of an element, 1 or 2.
inline std::int64_t input_floats(const Transform& transform) {
  return transform.kind == TransformKind::r2c ? 1 : 2;
}
inline std::int64_t output_floats(const Transform& transform) {
  return transform.kind == TransformKind::c2r ? 1 : 2;
}

}  // namespace fftcore
