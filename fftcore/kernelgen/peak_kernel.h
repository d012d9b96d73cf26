// SPDX-License-Identifier: LGPL-2.1-or-later
// The search among what cells offer.
#pragma once

#include "score_spec.h"
#include "stage_kernel.h"

namespace fftcore {

/// Throws InvalidArgument where the values contradict each other.
StageKernel peak_kernel(const PeakSpec& spec);

}  // namespace fftcore
