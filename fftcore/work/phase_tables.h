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

/// Whether the noise is a part of each image's deviation.
inline bool is_measured(const PhaseCorrelation& correlation) {
  return correlation.noise == 0;
}

/// Factor of the signal that makes noise^2 N be 1; 1 where that is measured. So no product of
/// spectra comes near the end of the range of floats.
float phase_scale(const PhaseCorrelation& correlation);

/// Noise that is measured: `of_deviation` times an image's deviation, but `least` where that is
/// less. Both are times the root of N, so that 1 over it is phase_scale().
struct MeasuredNoise {
  double of_deviation = 0;
  double least = 0;
};
MeasuredNoise measured_noise(const PhaseCorrelation& correlation);

/// phase_scale() of an image whose noise is measured. `squares`: the sum of the squares of its
/// signal less its levels, windowed.
float measured_phase_scale(const PhaseCorrelation& correlation, double squares);

}  // namespace fftcore
