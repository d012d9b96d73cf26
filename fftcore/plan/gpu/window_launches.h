// SPDX-License-Identifier: LGPL-2.1-or-later
// WindowCorrelation -> one launch on a GPU.
#pragma once

#include "device_traits.h"
#include "fftcore/window_correlation.h"
#include "launch_plan.h"
#include "no_plan.h"

namespace fftcore {

/// The launch of a valid WindowCorrelation: `input` and `second` to `output`, and `source` has the
/// places; images as their Layout says but for row strides.
Planned<LaunchPlan> launches_of(const WindowCorrelation& windows, const DeviceTraits& traits);

}  // namespace fftcore
