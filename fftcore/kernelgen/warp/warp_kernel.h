// SPDX-License-Identifier: LGPL-2.1-or-later
// Kernels that warp an image.
#pragma once

#include "generated_kernel.h"
#include "warp_spec.h"

namespace fftcore {

/// Throws InvalidArgument where the values contradict each other.
GeneratedKernel warp_kernel(const WarpSpec& spec);

}  // namespace fftcore
