// SPDX-License-Identifier: LGPL-2.1-or-later
// Weights of the samples about a place between them (fftcore/interpolation.h).
#pragma once

#include <vector>

#include "builder.h"
#include "fftcore/interpolation.h"

namespace fftcore {

/// Samples that a place is made of, and those of them before its own.
constexpr int taps_of(Interpolation interpolation) {
  switch (interpolation) {
    case Interpolation::nearest: return 1;
    case Interpolation::bilinear: return 2;
    case Interpolation::bicubic: return 4;
    case Interpolation::lanczos: return 6;
  }
  return 1;
}
constexpr int samples_before(Interpolation interpolation) {
  return (taps_of(interpolation) - 1) / 2;
}

/// A place as the sample at or before it, and how far behind that it lies: in [0, 1).
struct SplitPlace {
  ast::Expr whole, rest;
};
/// Of a number that an i32 can hold. `nearest` takes the nearest sample, and nothing remains.
SplitPlace split_place(Builder& b, Interpolation interpolation, const ast::Expr& place);

/// The weights, first sample first.
std::vector<ast::Expr> weights_of(Builder& b, Interpolation interpolation, const ast::Expr& rest);

/// The sum of values, each times its weight.
ast::Expr weighed(Builder& b, const std::vector<ast::Expr>& values,
                  const std::vector<ast::Expr>& weights);

}  // namespace fftcore
