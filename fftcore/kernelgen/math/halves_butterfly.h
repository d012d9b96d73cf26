// SPDX-License-Identifier: LGPL-2.1-or-later
// A small transform of complex numbers in halves, two at a time. Those of butterfly.h have
// constants that are real numbers, and products that pass_fuse fuses; here they are fused at once.
#pragma once

#include <array>

#include "builder.h"

namespace fftcore {

/// Two complex numbers, their parts in words of their own.
struct Halves {
  ast::Expr re, im;
};

/// X[k] = sum of x[n] exp(-2 pi i n k / 8), or +2 pi i back.
void transform_of_8(Builder& builder, std::array<Halves, 8>& x, bool is_back);

}  // namespace fftcore
