// SPDX-License-Identifier: LGPL-2.1-or-later
// Estimates of the cost of a launch on a GPU, by which plans are weighed. The unit is that of
// line_cost(); the constants were fitted to an H200.
#pragma once

#include "device_traits.h"
#include "launch_plan.h"

namespace fftcore {

/// Tiles that a multiprocessor has registers for, at least one.
int tiles_beside(const TileSpec& tile);

/// Cost of a launch of lines or tiles, summed over all multiprocessors. Its data stay in the cache
/// that these share. Other launches cost their start alone.
double launch_cost(const LaunchSpec& spec, const DeviceTraits& traits);

/// Operations of its transforms, textbook count: 5 n log2 n for n points.
double launch_flops(const LaunchSpec& spec);

}  // namespace fftcore
