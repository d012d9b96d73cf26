// SPDX-License-Identifier: LGPL-2.1-or-later
// From the candidates of cells to peaks.
#pragma once

#include "device_traits.h"
#include "launch_plan.h"
#include "no_plan.h"
#include "peak_rules.h"

namespace fftcore {

/// The surfaces as they lie on a device, unless they have more places than kernels can count.
Planned<SurfaceGeometry> surface_geometry(const PeakRules& rules);

/// Adds the launch that follows the one with the SurfaceStore, and the memory of both:
/// candidates, rows' best, what is found.
void add_peak_launches(LaunchPlan& plan, const SurfaceGeometry& surface, const PeakRules& rules,
                       const DeviceTraits& traits);

}  // namespace fftcore
