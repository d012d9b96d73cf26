// SPDX-License-Identifier: LGPL-2.1-or-later
// Kernels of launches. A line's kernel is written here, the others' in files of their own.
#pragma once

#include "ast.h"
#include "launch_plan.h"
#include "table.h"

namespace fftcore {

struct GeneratedKernel {
  ast::Kernel kernel;
  /// what the buffer `twiddles` must hold; empty where the kernel has none
  Table twiddles;
};

/// Throws InvalidArgument where the values contradict each other, and Unsupported where an index
/// would not fit 31 bits.
GeneratedKernel line_kernel(const LineSpec& spec);
/// A kernel of a launch of any kind. Throws as line_kernel().
GeneratedKernel launch_kernel(const LaunchSpec& spec);

}  // namespace fftcore
