// SPDX-License-Identifier: LGPL-2.1-or-later
// The search among the candidates of cells.
#pragma once

#include "generated_kernel.h"
#include "peak_spec.h"

namespace fftcore {

/// Throws InvalidArgument where the values contradict each other.
GeneratedKernel peak_kernel(const PeakSpec& spec);

}  // namespace fftcore
