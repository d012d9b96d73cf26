// SPDX-License-Identifier: LGPL-2.1-or-later
// The samples that a place between them is made of, with their weights (interpolation.h).
#pragma once

#include <array>
#include <cstdint>

#include "aligned_array.h"
#include "fftcore/interpolation.h"

namespace fftcore {

inline constexpr int kMostInterpolationTaps = 6;

struct InterpolationTaps {
  std::int64_t first = 0;  ///< the first sample
  int count = 1;
  std::array<float, kMostInterpolationTaps> weights{1};
};

/// Samples that a place may need before and after its own, which is floor(place).
int taps_before(Interpolation interpolation);
int taps_after(Interpolation interpolation);

/// Of a finite place. One tap where it is a whole number.
InterpolationTaps interpolation_taps(Interpolation interpolation, double place);

/// Weights of the six samples from floor(place) - 2 on, in 512 steps from one sample to the next:
/// eight numbers each, the last two of them 0. On the lines between steps they are within 2e-6 of
/// their definition, and exact where a place is a whole number.
AlignedArray<float> interpolation_table(Interpolation interpolation);

}  // namespace fftcore
