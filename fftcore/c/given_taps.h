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

/// Throws InvalidArgument where there are none, or too many.
Taps taps_of(const fftcore_taps& taps);

}  // namespace fftcore
