// SPDX-License-Identifier: LGPL-2.1-or-later
// Kernels of lines.
#pragma once

#include "generated_kernel.h"
#include "line_spec.h"

namespace fftcore {

/// Throws InvalidArgument where the values contradict each other, and Unsupported where an index
/// would not fit 31 bits.
GeneratedKernel line_kernel(const LineSpec& spec);

}  // namespace fftcore
