// SPDX-License-Identifier: LGPL-2.1-or-later
// Sums of f32 with about twice its digits: a number and what its rounding left (Dekker 1971,
// Knuth's two-sum). Compilers must not reorder it, and do not unless told to; they may join a
// product and a sum that follows, which only products here could suffer from.
#pragma once

#include <vector>

#include "builder.h"

namespace fftcore {

struct PreciseSum {
  ast::Expr high = ast::real(0);
  ast::Expr low = ast::real(0);
};

inline PreciseSum negative(const PreciseSum& a) {
  return {-a.high, -a.low};
}

inline PreciseSum add(Builder& b, const PreciseSum& x, const PreciseSum& y) {
  const ast::Expr sum = b.let("s", x.high + y.high);
  const ast::Expr of_y = b.let("s", sum - x.high);
  const ast::Expr lost = b.let("s", (x.high - (sum - of_y)) + (y.high - of_y));
  const ast::Expr low = b.let("s", lost + (x.low + y.low));
  const ast::Expr high = b.let("s", sum + low);
  return {high, b.let("s", low - (high - sum))};
}

/// x * y. The maximum, which changes nothing, keeps the product from being joined with the sums
/// that it goes to.
inline PreciseSum product(Builder& b, const ast::Expr& x, const ast::Expr& y) {
  const ast::Expr rounded = b.let("s", maximum(x * y, ast::real(-3.4028234663852886e38)));
  return {rounded, b.let("s", fma(x, y, -rounded))};
}

inline PreciseSum product(Builder& b, const PreciseSum& x, const ast::Expr& y) {
  const PreciseSum high = product(b, x.high, y);
  return {high.high, b.let("s", fma(x.low, y, high.low))};
}

}  // namespace fftcore
