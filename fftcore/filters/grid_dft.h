// SPDX-License-Identifier: LGPL-2.1-or-later
// Inverse DFT in double on grids of any size, for making taps, by kissfft's template.
#pragma once

#include <complex>
#include <vector>

#include "fftcore/layout.h"

namespace fftcore {

/// Values of slices x rows x columns, the last fastest: each becomes the sum of all with the
/// exponent +1, divided by how many there are.
void inverse_dft(std::vector<std::complex<double>>& values, Extent extent);

}  // namespace fftcore
