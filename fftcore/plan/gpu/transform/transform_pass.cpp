// SPDX-License-Identifier: LGPL-2.1-or-later
#include "transform_pass.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "chirped_shape.h"
#include "line_pieces.h"
#include "transform_sides.h"

namespace fftcore {
namespace {

/// `points`: of the Fourier transform.
NoPlan too_long(const Transform& transform, std::size_t axis, std::int64_t points,
                const DeviceTraits& traits) {
  const std::int64_t extent = transform.axes[axis].extent;
  const std::string part_of =
      points == extent ? "" : fmt::format(", part of a Fourier transform of {},", points);
  return {fmt::format(
      "axis {} of {} points{} does not fit three launches with {} KiB of shared memory a block, "
      "nor "
      "chirps{}",
      axis, extent, part_of, traits.shared_bytes / 1024,
      real_of(transform.numbers) == Real::f64 ? "; in single precision more fits" : "")};
}

/// Lines that lie closer to each other than their points are shared out so that neighbouring
/// threads have neighbouring lines: whether they do.
bool choose_neighbours(TransformPass& pass) {
  const auto distance = [&](Dim dim) { return pass.from.strides[dim] + pass.to.strides[dim]; };
  std::optional<Dim> nearest, most;
  for (const Dim dim : kAllDims) {
    if (pass.lines[dim] == 1) continue;
    if (!nearest || distance(dim) < distance(*nearest)) nearest = dim;
    if (!most || pass.lines[dim] > pass.lines[*most]) most = dim;
  }
  const bool adjacent = nearest && distance(*nearest) < distance(pass.dim());
  pass.neighbours = adjacent ? *nearest : most.value_or(pass.neighbours);
  return adjacent;
}

/// 256 samples took 1.14 times as long as 16 * 8 pairs than as 8 * 8 * 2 (on an H200).
Choice choice_of_folded(std::int64_t pairs, bool is_adjacent, Real real) {
  return pairs == 128 && !is_adjacent && real == Real::f32 ? Choice::few : Choice::wide;
}

}  // namespace

std::optional<NoPlan> shape_pass(TransformPass& pass, const Transform& transform,
                                 const DeviceTraits& traits) {
  for (const Dim dim : kAllDims)
    if (const PointSpan& numbers = pass.numbers[dim];
        numbers.first > 0 && numbers.end() > std::numeric_limits<std::int32_t>::max())
      return NoPlan{
          fmt::format("{} of {} lines beside each other, from number {} on, are wanted; "
                      "of up to 2^31 this is possible",
                      numbers.count, numbers.end(), numbers.first)};
  const Real real = real_of(transform.numbers);
  pass.is_adjacent = choose_neighbours(pass);
  const auto lines = static_cast<int>(
      std::min<std::int64_t>(pass.lines[pass.neighbours], std::numeric_limits<int>::max()));

  std::int64_t points = transform.axes[pass.axis].extent;
  bool can_be_folded =
      pass.axis == 0 && transform.kind != TransformKind::c2c && points % 2 == 0 && points > 2;
  if (is_trigonometric(transform.kind)) {
    pass.cosine =
        CosineLine{.kind = kind_of(transform), .points = points, .is_ortho = transform.ortho};
    points = pass.cosine->period();
    can_be_folded = pass.cosine->can_be_folded();
  }
  if (can_be_folded)
    if (const auto half = any_line_shape_of(points / 2, pass.is_adjacent, lines, traits, real,
                                            choice_of_folded(points / 2, pass.is_adjacent, real))) {
      pass.is_folded = true;
      if (pass.cosine) pass.cosine->is_folded = true;
      pass.shapes = {*half};
      return std::nullopt;
    }
  pass.shapes = line_pieces_of(points, pass.is_adjacent, lines, traits, real);
  if (pass.shapes.empty()) {
    pass.shapes = padded_pieces_for(2 * points - 1, pass.is_adjacent, traits, real);
    pass.chirped = points;
  }
  if (pass.shapes.empty()) return too_long(transform, pass.axis, points, traits);
  return std::nullopt;
}

}  // namespace fftcore
