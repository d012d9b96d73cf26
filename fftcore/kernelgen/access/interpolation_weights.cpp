// SPDX-License-Identifier: LGPL-2.1-or-later
#include "interpolation_weights.h"

#include "lanczos_terms.h"

namespace fftcore {
namespace {

using ast::Expr;
using ast::real;

/// Keys's kernel: with t the part, the polynomials of interpolation.h multiplied out.
std::vector<Expr> bicubic_weights(Builder& b, const Expr& t) {
  const Expr square = b.let("square", t * t);
  const Expr first = t * fma(t, fma(t, real(-0.5), real(1)), real(-0.5)),
             second = fma(square, fma(t, real(1.5), real(-2.5)), real(1)),
             third = t * fma(t, fma(t, real(-1.5), real(2)), real(0.5)),
             last = square * fma(t, real(0.5), real(-0.5));
  std::vector<Expr> weights;
  for (const Expr& weight : {first, second, third, last}) weights.push_back(b.let("w", weight));
  return weights;
}

/// p(x) of lanczos_terms.h.
Expr lanczos_sine(Builder& b, const Expr& x) {
  const std::size_t terms = b.real() == ast::Real::f64 ? kLanczosTermsOfDouble : kLanczosTerms;
  const Expr square = b.let("square", x * x);
  Expr sum = real(kLanczosSeries[terms - 1]);
  for (std::size_t n = terms - 1; n-- > 0;)
    sum = b.let("p", fma(sum, square, real(kLanczosSeries.at(n))));
  return sum;
}

std::vector<Expr> lanczos_weights(Builder& b, const Expr& t) {
  const Expr u = b.let("u", real(1) - t);
  const Expr of_t = lanczos_sine(b, t);
  const Expr of_u = lanczos_sine(b, u);
  const Expr a = b.let("a", t * of_t);
  const Expr c = b.let("c", u * of_u);
  const Expr product = b.let("product", t * u);
  const Expr both = b.let("both", product * (a + c));
  const auto over_square = [&](const Expr& numerator, const Expr& root) {
    const Expr divisor = b.let("root", root);
    return b.let("w", numerator / (divisor * divisor));
  };
  const Expr first = over_square(product * c, t + real(2));
  const Expr second = over_square(-both, t + real(1));
  const Expr third = b.let("w", of_t * u);
  const Expr fourth = b.let("w", of_u * t);
  const Expr fifth = over_square(-both, u + real(1));
  const Expr last = over_square(product * a, u + real(2));
  const Expr sum = b.let("sum", first + second + (third + fourth) + (fifth + last));
  const Expr scale = b.let("scale", real(1) / sum);
  std::vector<Expr> weights;
  for (const Expr& weight : {first, second, third, fourth, fifth, last})
    weights.push_back(b.let("w", weight * scale));
  return weights;
}

}  // namespace

std::vector<Expr> interpolation_weights(Builder& b, Interpolation interpolation, const Expr& part) {
  switch (interpolation) {
    case Interpolation::nearest: return {real(1)};
    case Interpolation::bilinear: return {b.let("w", real(1) - part), part};
    case Interpolation::bicubic: return bicubic_weights(b, part);
    case Interpolation::lanczos: return lanczos_weights(b, part);
  }
  return {};
}

}  // namespace fftcore
