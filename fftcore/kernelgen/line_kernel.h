// SPDX-License-Identifier: LGPL-2.1-or-later
// LineSpec -> Kernel.
#pragma once

#include <vector>

#include "ast.h"
#include "launch_plan.h"

namespace fftcore {

struct GeneratedKernel {
  ast::Kernel kernel;
  /// what the buffer `twiddles` must hold; empty where the kernel has none
  std::vector<float> twiddles;
};

/// Throws InvalidArgument where the values contradict each other, and Unsupported where an index
/// would not fit 31 bits.
GeneratedKernel line_kernel(const LineSpec& spec);
/// Of any kind.
GeneratedKernel launch_kernel(const LaunchSpec& spec);

}  // namespace fftcore
