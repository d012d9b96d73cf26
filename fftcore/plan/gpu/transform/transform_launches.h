// SPDX-License-Identifier: LGPL-2.1-or-later
// Transform -> launches on a GPU, one an axis, two where its lines do not fit a block. Axes of one
// point take none.
#pragma once

#include "device_traits.h"
#include "fftcore/transform.h"
#include "launch_plan.h"
#include "no_plan.h"

namespace fftcore {

/// The launches of a valid Transform. The halved axis comes first, or last for c2r, so that the
/// others are complex. Lines that are all padding are skipped. Between axes values lie where the
/// output will, for c2r in the input's place in place, else in memory of the plan's own; between
/// the two launches of an axis they lie in memory of the plan's own too.
Planned<LaunchPlan> launches_of(const Transform& transform, const DeviceTraits& traits);

}  // namespace fftcore
