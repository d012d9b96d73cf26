// SPDX-License-Identifier: LGPL-2.1-or-later
// Numbers of the caller's as those of the library.
#pragma once

#include <span>
#include <string_view>

#include "fftcore/taps.h"
#include "guard.h"

namespace fftcore {

/// `count` things of the caller's; the pointer may be NULL where there are none.
template <class Thing>
std::span<Thing> several(Thing* things, size_t count, std::string_view what) {
  if (count == 0) return {};
  return {&object(things, what), count};
}

/// An extent of taps, and that of a response's grid; 0 rows, and 0 slices, are 1. They throw
/// InvalidArgument where a side is outside of the limits, and where there are more numbers than
/// there can be memory for.
Extent taps_extent(const fftcore_extent& taps);
Extent grid_extent(const fftcore_extent& grid);

/// Throws InvalidArgument where there are none, or too many.
Taps taps_of(const fftcore_taps& taps);

}  // namespace fftcore
