// SPDX-License-Identifier: LGPL-2.1-or-later
// DFT in double on whole grids, for making taps, where no engine of a backend is at hand.
#pragma once

#include <complex>
#include <vector>

#include "fftcore/layout.h"
#include "fftcore/transform.h"

namespace fftcore {

/// Values of slices x rows x columns, the last fastest: each becomes the sum of all with the
/// exponent -1 (forward) or +1 (inverse), without normalisation. Sides may have any length.
void grid_dft(std::vector<std::complex<double>>& values, Extent extent, Direction direction);

}  // namespace fftcore
