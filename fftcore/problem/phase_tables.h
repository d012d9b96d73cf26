// SPDX-License-Identifier: LGPL-2.1-or-later
// Tables that phase correlation multiplies by (search.h): the same numbers for all backends.
#pragma once

#include <cstdint>
#include <vector>

#include "fftcore/search.h"

namespace fftcore {

/// Window along an axis of the image; 1 where there is none.
std::vector<float> phase_window(const PhaseCorrelation& correlation, std::int64_t extent);

/// One axis of W over the bins of phase_extent(), divided by its sum. So the unnormalised inverse
/// transform of both axes' product is 1 at 0.
std::vector<float> phase_weights(const PhaseCorrelation& correlation, std::int64_t extent);

/// Factor of the signal that makes noise^2 N be 1. So no product of spectra comes near the end of
/// the range of floats.
float phase_scale(const PhaseCorrelation& correlation);

}  // namespace fftcore
