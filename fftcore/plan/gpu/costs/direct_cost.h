// SPDX-License-Identifier: LGPL-2.1-or-later
// The estimated cost of taps that are summed up directly.
#pragma once

#include "device_traits.h"
#include "direct_spec.h"

namespace fftcore {

/// Cost without the launch's start, in the unit of launch_cost(), summed over all multiprocessors:
/// the most of what its instructions, its shared memory and its samples in memory take.
double direct_cost(const DirectSpec& spec, const DeviceTraits& traits);

/// Two operations for each tap of each output.
double direct_flops(const DirectSpec& spec);

}  // namespace fftcore
