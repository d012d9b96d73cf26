// SPDX-License-Identifier: LGPL-2.1-or-later
#include "spectral_product.h"

#include <optional>

namespace fftcore {
namespace {

using ast::Expr;

Expr square(const Complex& z) {
  return fma(z.re, z.re, z.im * z.im);
}

/// What the product is divided by.
std::optional<Expr> divisor(SpectralKind kind, double floor, const Complex& x, const Complex& k) {
  switch (kind) {
    case SpectralKind::multiply: return std::nullopt;
    // Two roots: the product of the squares might leave the range of f32.
    case SpectralKind::phase_only:
      return fma(square_root(square(x)), square_root(square(k)), ast::real(floor));
    case SpectralKind::wiener: return square(k) + ast::real(floor);
  }
  return std::nullopt;
}

}  // namespace

Complex spectral_product(Builder& b, const SpectralOp& op, double floor, const Complex& x,
                         const Complex& k, const Expr& numerator) {
  const Complex product =
      multiply(b, op.conjugate_input ? conjugate(x) : x, op.conjugate_factor ? conjugate(k) : k);
  const std::optional<Expr> by = divisor(op.kind, floor, x, k);
  return by ? scaled(b, product, b.let("w", numerator / *by)) : product;
}

}  // namespace fftcore
