// SPDX-License-Identifier: LGPL-2.1-or-later
// The regularised inverse of a blur on a grid, before taps are cut out of it.
#pragma once

#include <cstddef>
#include <vector>

#include "fftcore/restoration.h"

namespace fftcore {

inline constexpr int kLargestGrid = 2048;

/// Grid of n x n taps, row-major.
struct TapGrid {
  double at(int row, int column) const { return taps[std::size_t(row) * n + column]; }

  int n;
  std::vector<double> taps;
};

/// Throws InvalidArgument for what restoring_taps() refuses.
void check_blur(const Taps& blur, const Restoration& restoration);

/// The smallest of 256, 512, 1024 and 2048 that is at least twice the blur's side, or else 2048.
int least_grid(Extent blur);

/// Taps of the inverse. The one at place (y, x) from the centre lies at (y, x) modulo n.
TapGrid periodic_taps(const Taps& blur, const Restoration& restoration, int n);

}  // namespace fftcore
