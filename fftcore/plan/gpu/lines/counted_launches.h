// SPDX-License-Identifier: LGPL-2.1-or-later
// Launches as a device counts: lines and blocks in 32 bits, and indices in 64 where they must be.
#pragma once

#include <vector>

#include "device_traits.h"
#include "launch_plan.h"

namespace fftcore {

/// Adds a launch, whose spec is a LineSpec, of so many lines; where these, or their blocks, are
/// more than a launch counts, several.
void add_counted_launches(std::vector<PlannedLaunch>& launches, PlannedLaunch launch,
                          const PerDim<std::int64_t>& lines, const DeviceTraits& traits);

}  // namespace fftcore
