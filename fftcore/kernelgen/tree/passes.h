// SPDX-License-Identifier: LGPL-2.1-or-later
// Passes: each makes a better kernel of a kernel.
#pragma once

#include "ast.h"

namespace fftcore {

/// Computes what is known, drops x + 0, x * 1, x * 0 and double negations, moves negations into
/// additions, replaces names of literals and of other names by these, and leaves out what nobody
/// uses. 0 * x counts as 0 whatever x is: a zero here is padding, not data.
ast::Kernel fold(const ast::Kernel& kernel);

/// Sums and differences of products become fused multiplications and additions where that takes
/// fewer instructions; rounding differs. The kernel is folded. Products that nobody needs any more
/// are gone.
ast::Kernel fuse_products(const ast::Kernel& kernel);

/// Pairs that are loaded from a buffer or stored to it become two reals, `imaginary` apart. Nothing
/// else is in the buffer, and its indices count reals.
ast::Kernel split_planes(const ast::Kernel& kernel, const std::string& buffer,
                         std::int64_t imaginary);

/// The passes that kernels with transforms go through.
inline ast::Kernel fold_and_fuse(const ast::Kernel& kernel) {
  return fold(fuse_products(fold(kernel)));
}

}  // namespace fftcore
