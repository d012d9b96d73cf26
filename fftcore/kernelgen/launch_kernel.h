// SPDX-License-Identifier: LGPL-2.1-or-later
// Kernels of launches of any kind.
#pragma once

#include "generated_kernel.h"
#include "launch_plan.h"

namespace fftcore {

/// Throws InvalidArgument where the values contradict each other, and Unsupported where an index
/// would not fit 31 bits.
GeneratedKernel launch_kernel(const LaunchSpec& spec);

}  // namespace fftcore
