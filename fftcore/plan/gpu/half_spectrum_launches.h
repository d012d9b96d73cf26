// SPDX-License-Identifier: LGPL-2.1-or-later
// A Convolution by the three stages of spectrum_launches.h in a row: rows to half spectra; columns
// forward, times the kernel, back; rows to samples.
#pragma once

#include "convolution_launches.h"
#include "fftcore/stages.h"

namespace fftcore {

struct Stages {
  ForwardStage forward;
  MultiplyStage multiply;
  InverseStage inverse;
};

/// With so many points, at least as many as the output and the taps less one. Of a Convolution that
/// half_spectrum_launches() has a plan for.
Stages stages_for(const Convolution& problem, Extent points);

/// With spectrum_points(). The launches do to the last bit what the stages' own do, where the
/// products with the kernel fit f16 (Precision::fast: a sum of |taps| of 256 for u8, 1.45 else); or
/// why there are none.
ConvolutionOffer half_spectrum_launches(const Convolution& problem, const DeviceTraits& traits);

}  // namespace fftcore
