// SPDX-License-Identifier: LGPL-2.1-or-later
// The stages of a convolution (fftcore/stages.h) -> launches on a GPU. Samples 2e and 2e + 1 of a
// row travel as one complex value, so its transform is half as long as the row. Stages must be
// valid.
#pragma once

#include "device_traits.h"
#include "fftcore/stages.h"
#include "launch_plan.h"
#include "no_plan.h"

namespace fftcore {

/// `input` to `output`: rows; where columns are transformed too, a second launch over them in
/// place.
Planned<LaunchPlan> launches_of(const ForwardStage& stage, const DeviceTraits& traits);

/// One launch, `input` to `output`. It multiplies by `spectrum`: what set_taps makes of `taps`, or
/// the caller's. Where a block cannot hold the columns of all channels that mix, their transforms
/// are launches of their own, before the product and after it (through `work_0`). In f16 the
/// product with taps is multiplied by Bindings::product_gain too, since the taps' spectrum is
/// scaled into the range of f16 (taps_scale).
Planned<LaunchPlan> launches_of(const MultiplyStage& stage, const DeviceTraits& traits);

/// `input` to `output`; where columns are transformed, through `work_0`. The last launch copies
/// channels, from `source`.
Planned<LaunchPlan> launches_of(const InverseStage& stage, const DeviceTraits& traits);
/// The factor that samples are multiplied by after these launches, beside the gain.
double inverse_scale(const InverseStage& stage);

/// Points, no fewer than `least`, whose lines fit a block and cost the least.
Planned<Extent> spectrum_points(Extent least, const DeviceTraits& traits);

}  // namespace fftcore
