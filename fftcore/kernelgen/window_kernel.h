// SPDX-License-Identifier: LGPL-2.1-or-later
// Sums under a pattern, at every position of it.
#pragma once

#include "stage_kernel.h"
#include "window_spec.h"

namespace fftcore {

/// Throws InvalidArgument where the values contradict each other.
StageKernel window_kernel(const WindowSpec& spec);

}  // namespace fftcore
