// SPDX-License-Identifier: LGPL-2.1-or-later
// Places between samples (fftcore/interpolation.h).
#pragma once

#include <vector>

#include "builder.h"
#include "fftcore/interpolation.h"

namespace fftcore {

/// A place as the sample at or before it, and how far behind that it lies: in [0, 1).
struct SplitPlace {
  ast::Expr whole, rest;
};
/// Of a number that an i32 can hold. `nearest` takes the nearest sample, and nothing remains.
SplitPlace split_place(Builder& b, Interpolation interpolation, const ast::Expr& place);

/// The sum of values, each times its weight.
ast::Expr weighed(Builder& b, const std::vector<ast::Expr>& values,
                  const std::vector<ast::Expr>& weights);

}  // namespace fftcore
