// SPDX-License-Identifier: LGPL-2.1-or-later
// Warp -> one launch on a GPU.
#pragma once

#include "device_traits.h"
#include "fftcore/warp.h"
#include "launch_plan.h"
#include "no_plan.h"

namespace fftcore {

/// The launch of a valid Warp: `input` to `output`, images as their Layouts say but for row
/// strides; `second` has the map.
Planned<LaunchPlan> launches_of(const Warp& warp, const DeviceTraits& traits);

}  // namespace fftcore
