// SPDX-License-Identifier: LGPL-2.1-or-later
// A launch that filters an image of random samples from 0 to 255, run by kernel_run.h, beside the
// direct sum.
#pragma once

#include <vector>

#include "fftcore/convolution.h"
#include "fftcore/taps.h"
#include "launch_plan.h"

namespace fftcore::test {

/// Taps as the launch takes them, and what they were multiplied by.
struct LaunchTaps {
  std::vector<float> words;  ///< pairs of halves, of images of bytes; else numbers
  float scale = 1;
};

/// The largest difference from the direct sum, clamped to bytes where samples are;
/// all frames have the same image.
double worst_difference(const Convolution& problem, const Taps& taps, float gain, float offset,
                        const LaunchTaps& launch_taps, const PlannedLaunch& launch);

}  // namespace fftcore::test
