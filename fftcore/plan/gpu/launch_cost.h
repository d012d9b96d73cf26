// SPDX-License-Identifier: LGPL-2.1-or-later
// Estimates of what a launch costs on a GPU, which plans are weighed by.
#pragma once

#include "device_traits.h"
#include "launch_plan.h"

namespace fftcore {

/// Tiles that a multiprocessor has registers for, at least one.
int tiles_beside(const TileSpec& tile);

/// Relative cost of a launch of lines or tiles, all multiprocessors together, its data staying in
/// the cache that these share.
double launch_cost(const LaunchSpec& spec, const DeviceTraits& traits);

/// Of its transforms, textbook count.
double launch_flops(const LaunchSpec& spec);

}  // namespace fftcore
