// SPDX-License-Identifier: LGPL-2.1-or-later
// The stages of a convolution (fftcore/stages.h) -> launches. Rows of real samples travel in pairs,
// so a row's transform is half as long as the row.
#pragma once

#include "device_traits.h"
#include "fftcore/stages.h"
#include "launch_plan.h"

namespace fftcore {

/// Throw Unsupported where lines do not fit a block, or have no plan for another reason.

/// `input` to `output`: rows; where columns are transformed too, a second launch over them in
/// place.
LaunchPlan forward_launches(const ForwardStage& stage, const DeviceTraits& traits);

/// One launch, `input` to `output`, by `spectrum`: of taps what set_taps makes of `taps`, else the
/// caller's. Where the columns of channels that mix do not fit a block together, their transforms
/// are launches of their own, before the product and after it (through `work_0`). In f16 the
/// product with taps is multiplied by Bindings::product_gain too, since the taps' spectrum is
/// scaled into the range of f16 (taps_scale).
LaunchPlan multiply_launches(const MultiplyStage& stage, const DeviceTraits& traits);

/// `input` to `output`; where columns are transformed, through `work_0`. The last launch copies
/// channels, from `source`.
LaunchPlan inverse_launches(const InverseStage& stage, const DeviceTraits& traits);
/// What samples are multiplied by after these, beside the gain.
double inverse_scale(const InverseStage& stage);

/// Points, no fewer than `least`, whose lines fit a block and cost the least.
Extent spectrum_points(Extent least, const DeviceTraits& traits);

}  // namespace fftcore
