// SPDX-License-Identifier: LGPL-2.1-or-later
// Correlation of windows.
#pragma once

#include "generated_kernel.h"
#include "window_spec.h"

namespace fftcore {

/// Throws InvalidArgument where the values contradict each other.
GeneratedKernel window_kernel(const WindowSpec& spec);

}  // namespace fftcore
