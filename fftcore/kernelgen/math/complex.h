// SPDX-License-Identifier: LGPL-2.1-or-later
// Complex numbers while a kernel is written: pairs of real expressions. Turning by a quarter,
// conjugating and the exchange of the two parts cost nothing, for they only rename.
#pragma once

#include <vector>

#include "builder.h"

namespace fftcore {

struct Complex {
  ast::Expr re;
  ast::Expr im;
};

inline Complex zero() {
  return {ast::real(0), ast::real(0)};
}
/// With every value's parts exchanged before and after it, a forward transform becomes an inverse
/// one.
inline Complex swapped(const Complex& a) {
  return {a.im, a.re};
}
inline Complex conjugate(const Complex& a) {
  return {a.re, -a.im};
}

inline Complex add(Builder& b, const Complex& x, const Complex& y) {
  return {b.let("r", x.re + y.re), b.let("r", x.im + y.im)};
}
inline Complex subtract(Builder& b, const Complex& x, const Complex& y) {
  return {b.let("r", x.re - y.re), b.let("r", x.im - y.im)};
}
inline Complex multiply(Builder& b, const Complex& x, const Complex& y) {
  return {b.let("r", fma(x.re, y.re, -(x.im * y.im))), b.let("r", fma(x.re, y.im, x.im * y.re))};
}
inline Complex scaled(Builder& b, const Complex& x, const ast::Expr& factor) {
  return {b.let("r", x.re * factor), b.let("r", x.im * factor)};
}

/// x * exp(-2 pi i numerator / denominator), the factor as literals.
Complex rotated(Builder& b, const Complex& x, std::int64_t numerator, std::int64_t denominator);

/// The parts of a two-lane value.
inline Complex parts(Builder& b, const ast::Expr& pair) {
  const ast::Expr both_lanes = b.let("z", pair);
  return {ast::lane(both_lanes, 0), ast::lane(both_lanes, 1)};
}

}  // namespace fftcore
