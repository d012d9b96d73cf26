// SPDX-License-Identifier: LGPL-2.1-or-later
// Transform -> launches on a GPU, one an axis, two where its lines do not fit a block. Axes of one
// point take none.
#pragma once

#include "device_traits.h"
#include "fftcore/transform.h"
#include "launch_plan.h"

namespace fftcore {

/// The halved axis comes first, or last for c2r, so that the others are complex; an axis that has
/// its turn later brings no lines that are all padding. Between axes values lie where the output
/// will, for c2r in the input's place in place, else in memory of the plan's own; between the two
/// launches of an axis in memory of the plan's own too. Throws InvalidArgument as validate() does,
/// and Unsupported with the reason where there is no plan.
LaunchPlan transform_launches(const Transform& transform, const DeviceTraits& traits);

}  // namespace fftcore
