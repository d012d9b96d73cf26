// SPDX-License-Identifier: LGPL-2.1-or-later
// A kernel as a tree, with the numbers that it reads from a table.
#pragma once

#include "ast.h"
#include "table.h"

namespace fftcore {

struct GeneratedKernel {
  ast::Kernel kernel;
  /// what the buffer `twiddles` must hold; empty where the kernel has none
  Table twiddles;
};

}  // namespace fftcore
