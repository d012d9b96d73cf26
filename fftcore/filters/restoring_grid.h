// SPDX-License-Identifier: LGPL-2.1-or-later
// The regularised inverse of a blur on a grid, before taps are cut out of it.
#pragma once

#include "fftcore/restoration.h"
#include "square_dft.h"

namespace fftcore {

inline constexpr int kLargestGrid = 2048;

/// Throws InvalidArgument for what restoring_taps() refuses.
void check_blur(const Taps& blur, const Restoration& restoration);

/// The smallest of 256, 512, 1024 and 2048 that is at least twice the blur's side, or else 2048.
int least_grid(Extent blur);

/// Taps of the inverse. The one at place (y, x) from the centre lies at (y, x) modulo n.
Square periodic_taps(const Taps& blur, const Restoration& restoration, int n);

}  // namespace fftcore
