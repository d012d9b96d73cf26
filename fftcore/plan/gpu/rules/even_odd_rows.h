// SPDX-License-Identifier: LGPL-2.1-or-later
// Convolution -> one launch on a GPU, for rows that wrap: even samples travel as real parts, odd
// samples as imaginary parts (launch/even_odd.h).
#pragma once

#include "device_traits.h"
#include "launch_plan.h"
#include "no_plan.h"

namespace fftcore {

/// Rows must have an even number of samples and edges that wrap, filters one row; channels neither
/// mix nor are copied.
Planned<LaunchPlan> even_odd_launches(const Convolution& convolution, const DeviceTraits& traits);

}  // namespace fftcore
