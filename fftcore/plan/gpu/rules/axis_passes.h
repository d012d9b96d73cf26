// SPDX-License-Identifier: LGPL-2.1-or-later
// Convolution -> launches on a GPU, passes over memory: forward along each axis from the pixels on,
// the last of them with the product and its inverse in one, and back along the others to pixels.
// Signals take one launch, images three and volumes five where every line fits a block; an axis
// whose lines do not fit takes two more.
#pragma once

#include "device_traits.h"
#include "launch_plan.h"
#include "no_plan.h"
#include "packing.h"

namespace fftcore {

/// Images and volumes lie on the device as the Convolution's Layouts say, except for the row
/// strides. `circular`: edges that wrap are left to the transforms, which are as long as the image
/// then, along those axes where there are such transforms.
Planned<LaunchPlan> pass_launches(const Convolution& convolution, Packing packing, bool circular,
                                  const DeviceTraits& traits);

}  // namespace fftcore
