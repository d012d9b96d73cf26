// SPDX-License-Identifier: LGPL-2.1-or-later
// How a GPU transforms a convolution's lines along one axis: in one launch where a line fits a
// block's shared memory ("one upload"), else in two. A Transform's are in line_pieces.h.
#pragma once

#include <cstdint>
#include <optional>

#include "device_traits.h"
#include "line_shape.h"
#include "line_shape_for.h"

namespace fftcore {

/// In two launches (four-step), a line of N1 * N2 points, those of outer and of inner, is first
/// transformed in pieces of N1 points, N2 apart, then in N1 rows of N2 neighbours each. Element
/// k1 + N1 * k2 of the result lies at k1 * N2 + k2; convolutions leave it so.
struct AxisTransform {
  LineShape outer;  ///< the whole line where there is no inner
  std::optional<LineShape> inner;

  std::int64_t length() const {
    return std::int64_t{line_points(outer)} * (inner ? line_points(*inner) : 1);
  }
};

/// The cheapest transform of at least `least` points, or nothing where lines fit no two launches.
/// The elements of lines that are not `contiguous` lie apart, and neighbouring lines beside each
/// other. Blocks of the launch that ends the transform hold `channels_per_block` channels. `choice`
/// is that of the pieces of two launches.
std::optional<AxisTransform> axis_transform_for(std::int64_t least, bool contiguous,
                                                int channels_per_block, const DeviceTraits& traits,
                                                Real real = Real::f32,
                                                Choice choice = Choice::usual);

/// The cheapest transform of exactly `points` points, or nothing. Lines that are `adjacent` lie
/// closer to each other than their elements do, `lines` of them beside each other. Otherwise the
/// pieces of a line in two launches are adjacent, and a block may hold up to `lines` lines.
std::optional<AxisTransform> axis_transform_of(std::int64_t points, bool adjacent, int lines,
                                               const DeviceTraits& traits, Real real = Real::f32);

/// Cost of one line in the units of line_cost().
double axis_cost(const AxisTransform& transform);

}  // namespace fftcore
