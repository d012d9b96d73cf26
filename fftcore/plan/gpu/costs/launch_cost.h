// SPDX-License-Identifier: LGPL-2.1-or-later
// Estimates of the cost of a launch on a GPU, by which plans are weighed. The unit is that of
// line_cost(); the constants were fitted to an H200.
#pragma once

#include "device_traits.h"
#include "launch_plan.h"

namespace fftcore {

/// Tiles that a multiprocessor has registers for, at least one.
int tiles_beside(const TileSpec& tile);

/// Cost of a launch of lines, tiles or taps, summed over all multiprocessors. Data of lines and
/// tiles stay in the cache that these share. Other launches cost their start alone.
double launch_cost(const LaunchSpec& spec, const DeviceTraits& traits);

/// How many times the time that a byte takes past the second-level cache is what it was on the GPU
/// that costs were fitted to; 1 where that is not known.
double memory_slowness(const DeviceTraits& traits);

/// Operations: of transforms by the textbook, 5 n log2 n for n points; of taps that are summed up
/// directly two each.
double launch_flops(const LaunchSpec& spec);

}  // namespace fftcore
