// SPDX-License-Identifier: LGPL-2.1-or-later
// Denoise -> one launch on a GPU.
#pragma once

#include "device_traits.h"
#include "fftcore/denoise.h"
#include "launch_plan.h"
#include "no_plan.h"

namespace fftcore {

/// The launch of a valid Denoise: `frame_0` and so on to `output`, images as their Layouts say but
/// for row strides; `spectrum` has strength_numbers().
Planned<LaunchPlan> launches_of(const Denoise& denoise, const DeviceTraits& traits);

/// What LaunchPlan::kept_numbers are.
std::vector<float> strength_numbers(const Denoise& denoise, const DenoiseStrength& strength,
                                    const DenoiseSpec& spec);

}  // namespace fftcore
