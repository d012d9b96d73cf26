// SPDX-License-Identifier: LGPL-2.1-or-later
// Which length a line is padded to on a GPU, and how a block transforms it.
#pragma once

#include <cstdint>
#include <optional>

#include "device_traits.h"
#include "line_shape.h"

namespace fftcore {

/// Most values that a thread transforms at once: more do not stay in registers.
inline constexpr int kMostRadix = 24;

/// The cheapest shape of at least `least` points that a block of the device holds in one piece
/// ("one upload"), or nothing. Rows are lines of their own; `adjacent` lines are columns, several a
/// block so that neighbouring threads touch neighbouring memory. Of several channels `together`, a
/// block has so many lines for each of its own.
std::optional<LineShape> line_shape_for(std::int64_t least, bool adjacent,
                                        const DeviceTraits& traits, int channels_per_block = 1);

/// The cheapest of exactly so many points, with no more of the `lines` neighbours that there are in
/// a block; or nothing. `together` as above.
std::optional<LineShape> line_shape_of(std::int64_t points, bool adjacent, int lines,
                                       const DeviceTraits& traits, int channels_per_block = 1);

/// The cheapest of exactly so many points with LineShape::has_mirrors, a line a block; a thread
/// holds up to 32 values. Or nothing.
std::optional<LineShape> line_shape_with_mirrors(std::int64_t points, const DeviceTraits& traits);

/// Shared memory of a block, at most.
std::int64_t shared_bytes_of(const LineShape& shape);

/// Relative cost of one line of that shape.
double line_cost(const LineShape& shape);

}  // namespace fftcore
