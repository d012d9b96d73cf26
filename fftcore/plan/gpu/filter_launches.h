// SPDX-License-Identifier: LGPL-2.1-or-later
// Filters of windows on a GPU: one launch.
#pragma once

#include "device_traits.h"
#include "fftcore/window_filters.h"
#include "launch_plan.h"
#include "no_plan.h"

namespace fftcore {

/// Of a valid work. A reason where the device has no room for it, or no double precision.
Planned<LaunchPlan> launches_of(const WindowFilters& filters, const DeviceTraits& traits);

}  // namespace fftcore
