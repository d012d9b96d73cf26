// SPDX-License-Identifier: LGPL-2.1-or-later
// Kernels that make norms of rows.
#pragma once

#include "generated_kernel.h"
#include "norm_spec.h"

namespace fftcore {

/// Throws InvalidArgument where the values contradict each other.
GeneratedKernel norm_kernel(const NormSpec& spec);

}  // namespace fftcore
