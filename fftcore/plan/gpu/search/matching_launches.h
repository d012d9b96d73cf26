// SPDX-License-Identifier: LGPL-2.1-or-later
// Template matching -> launches on a GPU: the local norms (normed scores); the convolution that
// gives the numerators, its last launch storing the surfaces and the candidates of their cells; the
// search for peaks.
#pragma once

#include "device_traits.h"
#include "fftcore/search.h"
#include "launch_plan.h"
#include "no_plan.h"

namespace fftcore {

/// The launches of a valid search. The image lies on the device as its Layout says, but for the row
/// stride; the surfaces lie without gaps, but for theirs.
Planned<LaunchPlan> launches_of(const TemplateMatching& matching, const DeviceTraits& traits);

}  // namespace fftcore
