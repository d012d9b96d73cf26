// SPDX-License-Identifier: LGPL-2.1-or-later
// Template matching -> launches on a GPU: what lies under the pattern everywhere (normed scores);
// the convolution that gives the numerator, its last launch storing S and what cells offer; the
// search.
#pragma once

#include "device_traits.h"
#include "fftcore/search.h"
#include "launch_plan.h"

namespace fftcore {

/// `numerator`: the convolution, from one channel as the image has them, of Region::valid, to f32;
/// its bias is taken off the signal. The image lies on the device as its Layout says, but for the
/// row stride. Throws Unsupported with the reason where lines do not fit a block.
LaunchPlan matching_launches(const Correlation& correlation, const Convolution& numerator,
                             const DeviceTraits& traits);

}  // namespace fftcore
