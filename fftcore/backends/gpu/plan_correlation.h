// SPDX-License-Identifier: LGPL-2.1-or-later
// Plans of template matching and phase correlation on a device.
#pragma once

#include "device_traits.h"
#include "fftcore/search.h"
#include "launch_plan.h"

namespace fftcore {

/// The launches of a Correlation, of matching or phase. Throws InvalidArgument as validate() does,
/// and Unsupported where there are none.
LaunchPlan plan_correlation(const Correlation& correlation, const DeviceTraits& traits);

}  // namespace fftcore
