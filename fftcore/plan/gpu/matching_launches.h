// SPDX-License-Identifier: LGPL-2.1-or-later
// Template matching -> launches on a GPU: the local norms (normed scores); the convolution that
// gives the numerators, its last launch storing the surfaces and the candidates of their cells; the
// search for peaks.
#pragma once

#include "device_traits.h"
#include "fftcore/search.h"
#include "launch_plan.h"

namespace fftcore {

/// The image lies on the device as its Layout says, but for the row stride; the surfaces without
/// gaps, but for theirs. Throws InvalidArgument as validate() does, and Unsupported with the reason
/// where lines do not fit a block.
LaunchPlan matching_launches(const TemplateMatching& matching, const DeviceTraits& traits);

}  // namespace fftcore
