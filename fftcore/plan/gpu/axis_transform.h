// SPDX-License-Identifier: LGPL-2.1-or-later
// How a GPU transforms lines along one axis: in one launch where a line fits a block's shared
// memory ("one upload"), else in two.
#pragma once

#include <cstdint>
#include <optional>

#include "device_traits.h"
#include "line_shape.h"

namespace fftcore {

/// In two launches (four-step), a line of `outer.length * inner.length` points is first transformed
/// in pieces of outer.length points, inner.length apart, then in outer.length rows of inner.length
/// neighbours each. Element k1 + outer.length * k2 of the result lies at k1 * inner.length + k2;
/// convolutions leave it so.
struct AxisTransform {
  LineShape outer;  ///< the whole line where there is no inner
  std::optional<LineShape> inner;

  std::int64_t length() const { return std::int64_t{outer.length} * (inner ? inner->length : 1); }
};

/// The cheapest of at least `least` points, or nothing. The elements of lines that are not
/// `contiguous` lie apart, and neighbouring lines beside each other. So many channels are to be
/// `together` in a block in the launch that ends the transform.
std::optional<AxisTransform> axis_transform_for(std::int64_t least, bool contiguous,
                                                int channels_per_block, const DeviceTraits& traits);

/// The cheapest of exactly so many points, or nothing. `adjacent` lines, of which there are `lines`
/// beside each other, lie closer than the elements of each; otherwise the pieces of a line in two
/// launches do, and `lines` are as many as may share a block.
std::optional<AxisTransform> axis_transform_of(std::int64_t points, bool adjacent, int lines,
                                               const DeviceTraits& traits);

/// Relative cost of one line there.
double axis_cost(const AxisTransform& transform);

}  // namespace fftcore
