// SPDX-License-Identifier: LGPL-2.1-or-later
// Sides of a Transform: how much lies on them along its axes.
#pragma once

#include <string_view>

#include "fftcore/transform.h"
#include "point_span.h"

namespace fftcore {

/// Whether a text that begins with this word is one of a Transform.
bool is_transform_kind(std::string_view word);

/// Values of half a spectrum, along axis 0.
inline std::int64_t bins_of(const Transform& transform) {
  return transform.axes[0].extent / 2 + (transform.packed ? 0 : 1);
}
/// Values along an axis: points, or bins where the side is half a spectrum.
std::int64_t input_extent(const Transform& transform, std::size_t axis);
std::int64_t output_extent(const Transform& transform, std::size_t axis);

/// Inputs along an axis that are read, and outputs that are written.
PointSpan input_span(const Transform& transform, std::size_t axis);
PointSpan output_span(const Transform& transform, std::size_t axis);

/// Whether what lies between two axes has a place in the output, where all that is written is
/// wanted; of c2r, in place, in the input.
bool callers_hold_middle(const Transform& transform);

/// The type of a cosine or sine transform once its direction is seen to; else its kind.
TransformKind kind_of(const Transform& transform);

/// Points of one transform, or of the Fourier transform that it is part of: what an inverse after a
/// forward transform multiplies by.
std::int64_t points_along(const Transform& transform, std::size_t axis);
std::int64_t points_of(const Transform& transform);

/// What a pass along an axis multiplies its results by. The last one has what is for all of them.
double scale_along(const Transform& transform, std::size_t axis, bool is_last);

/// Real numbers of a value, 1 or 2.
inline std::int64_t input_reals(const Transform& transform) {
  return transform.kind == TransformKind::r2c || is_trigonometric(transform.kind) ? 1 : 2;
}
inline std::int64_t output_reals(const Transform& transform) {
  return transform.kind == TransformKind::c2r || is_trigonometric(transform.kind) ? 1 : 2;
}

/// Real numbers of what strides count: those of a value, but 1 where it is planar.
inline std::int64_t input_element_reals(const Transform& transform) {
  return transform.input_imaginary != 0 ? 1 : input_reals(transform);
}
inline std::int64_t output_element_reals(const Transform& transform) {
  return transform.output_imaginary != 0 ? 1 : output_reals(transform);
}

/// Bytes of a real number in memory.
constexpr std::int64_t bytes_of(Numbers numbers) {
  return numbers == Numbers::f64 ? 8 : numbers == Numbers::f16 ? 2 : 4;
}
/// Whether arithmetic is in double precision.
constexpr bool is_in_double(Numbers numbers) {
  return numbers == Numbers::f64 || numbers == Numbers::f32_in_f64;
}
/// Bytes of a real number in arithmetic.
constexpr std::int64_t arithmetic_bytes(Numbers numbers) {
  return is_in_double(numbers) ? 8 : 4;
}

}  // namespace fftcore
