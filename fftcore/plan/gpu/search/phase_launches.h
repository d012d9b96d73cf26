// SPDX-License-Identifier: LGPL-2.1-or-later
// Phase correlation -> launches on a GPU: rows of pixels to half spectra; columns forward, cross
// power with the reference's spectrum, and back; rows back to the surface; the search for peaks.
#pragma once

#include "device_traits.h"
#include "fftcore/search.h"
#include "launch_plan.h"
#include "no_plan.h"

namespace fftcore {

/// The launches of a valid correlation. The image lies on the device as its Layout says, except for
/// the row stride; the surface lies in `output`, without gaps except for its row stride; where no
/// surface is wanted, without gaps. The image's own spectrum is left in `own_spectrum`, which may
/// take the place of `spectrum`.
Planned<LaunchPlan> launches_of(const PhaseCorrelation& correlation, const DeviceTraits& traits);

}  // namespace fftcore
