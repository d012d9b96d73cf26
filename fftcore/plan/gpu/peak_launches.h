// SPDX-License-Identifier: LGPL-2.1-or-later
// From what cells offer to peaks.
#pragma once

#include "device_traits.h"
#include "fftcore/search.h"
#include "launch_plan.h"

namespace fftcore {

/// Throws Unsupported where kernels can't count its positions.
SurfaceGeometry score_geometry(const Correlation& correlation);

/// Adds the launches that follow the one with the SurfaceStore, and the memory of them all: offers,
/// rows' best, what is found.
void add_peak_launches(LaunchPlan& plan, const Correlation& correlation,
                       const DeviceTraits& traits);

}  // namespace fftcore
