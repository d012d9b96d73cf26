// SPDX-License-Identifier: LGPL-2.1-or-later
// How long a device takes for plans.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "device.h"
#include "fftcore/convolution.h"
#include "plan.h"

namespace fftcore {

/// Microseconds that one run() of each plan takes with images in the device's memory; nothing for a
/// plan that this device cannot run, which is logged (topic `plan`). All plans are for this
/// Convolution and made of launches. They are compiled, and run in turns on memory and a stream of
/// their own.
std::vector<std::optional<double>> measure_plans(Device& device, const Convolution& problem,
                                                 std::span<const Plan> plans);

}  // namespace fftcore
