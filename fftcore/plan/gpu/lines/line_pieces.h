// SPDX-License-Identifier: LGPL-2.1-or-later
// How a GPU transforms lines of a given length, as long as may be: in one launch where a line fits
// a block's shared memory, else in a launch for each of two or three factors.
#pragma once

#include <cstdint>
#include <vector>

#include "device_traits.h"
#include "line_shape.h"

namespace fftcore {

/// The cheapest shapes of launches that transform lines of exactly `points` points, also by
/// convolutions of lines or pieces with chirps; empty where there are none. Lines of n[0] * n[1] *
/// ... points are first transformed in pieces of n[0] points, as far apart as there are others, to
/// n[0] lines of the others, which are transformed likewise. Lines that are `adjacent` lie closer
/// to each other than their elements do, `lines` of them beside each other. Otherwise the pieces of
/// a line are adjacent, and a block of whole lines may hold up to `lines`.
std::vector<LineShape> line_pieces_of(std::int64_t points, bool adjacent, int lines,
                                      const DeviceTraits& traits, Real real);

/// The cheapest shapes of two or three launches that transform lines of at least `least` points,
/// without chirps; empty where there are none.
std::vector<LineShape> padded_pieces_for(std::int64_t least, bool adjacent,
                                         const DeviceTraits& traits, Real real);

}  // namespace fftcore
