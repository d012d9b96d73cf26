// SPDX-License-Identifier: LGPL-2.1-or-later
// Convolution -> the launches of its three stages in a row (stage_launches.h), to the same bits:
// rows to half spectra; columns forward, times the taps' spectrum, back; rows to samples.
#pragma once

#include "device_traits.h"
#include "fftcore/convolution.h"
#include "fftcore/stages.h"
#include "launch_plan.h"
#include "no_plan.h"

namespace fftcore {

struct Stages {
  ForwardStage forward;
  MultiplyStage multiply;
  InverseStage inverse;
};

/// The stages of a Convolution that half_spectrum_launches() has a plan for. There are as many
/// points as the output and the taps less one, or more; or along an axis whose edges wrap as many
/// as the image has samples, and the transform does the wrapping.
Stages stages_for(const Convolution& convolution, Extent points);

/// The launches, with as many points as spectrum_points() says, or `circular`: as the image has.
/// Columns go forward and back in launches of their own where a block cannot hold those of all
/// channels that mix. Results are those of the stages to the last bit where the products with the
/// taps fit f16 (Precision::fast: a sum of |taps| of 256 for u8, 1.45 else).
Planned<LaunchPlan> half_spectrum_launches(const Convolution& convolution,
                                           const DeviceTraits& traits, bool circular = false);

}  // namespace fftcore
