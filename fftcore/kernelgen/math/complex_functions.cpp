// SPDX-License-Identifier: LGPL-2.1-or-later
#include "complex_functions.h"

namespace fftcore {
namespace {

using ast::Builtin;
using ast::Expr;
using ast::real;

Expr call(Builder& b, Builtin builtin, std::vector<Expr> arguments) {
  return b.let("f", ast::Call{builtin, std::move(arguments)});
}

/// radius * exp(i angle)
Complex polar(Builder& b, const Expr& radius, const Expr& angle) {
  const Expr c = call(b, Builtin::cosine, {angle}), s = call(b, Builtin::sine, {angle});
  return {b.let("f", radius * c), b.let("f", radius * s)};
}

Complex turned(const Complex& x) {  // i x
  return {-x.im, x.re};
}
Complex turned_back(const Complex& x) {  // x / i
  return {x.im, -x.re};
}

}  // namespace

Expr magnitude(Builder& b, const Complex& x) {
  return call(b, Builtin::hypotenuse, {x.re, x.im});
}

Expr angle(Builder& b, const Complex& x) {
  return call(b, Builtin::arc_tangent_of_two, {x.im, x.re});
}

// Smith's method: by the ratio of the divisor's smaller part to its larger one.
Complex divide(Builder& b, const Complex& x, const Complex& y) {
  const Expr is_real_larger = b.let("is", less_equal(absolute(y.im), absolute(y.re)));
  const Expr large = b.let("f", select(is_real_larger, y.re, y.im));
  const Expr small = b.let("f", select(is_real_larger, y.im, y.re));
  const Expr ratio = b.let("f", small / large);
  const Expr divisor = b.let("f", fma(small, ratio, large));
  const Expr re =
      b.let("f", select(is_real_larger, fma(x.im, ratio, x.re), fma(x.re, ratio, x.im)));
  const Expr im =
      b.let("f", select(is_real_larger, fma(-x.re, ratio, x.im), fma(x.im, ratio, -x.re)));
  return {b.let("f", re / divisor), b.let("f", im / divisor)};
}

Complex exponential(Builder& b, const Complex& x) {
  return polar(b, call(b, Builtin::exponential, {x.re}), x.im);
}

Complex logarithm(Builder& b, const Complex& x) {
  const Expr size = magnitude(b, x);
  const Expr re = call(b, Builtin::logarithm, {size});
  return {re, angle(b, x)};
}

// The larger part by a root, the other one from the product of both, which is x.im / 2.
Complex square_root(Builder& b, const Complex& x) {
  const Expr sum = b.let("f", fma(magnitude(b, x), real(0.5), absolute(x.re) * real(0.5)));
  const Expr larger = call(b, Builtin::square_root, {sum});
  const Expr ratio = b.let("f", absolute(x.im) * real(0.5) / larger);
  const Expr smaller = b.let("f", select(less(real(0), larger), ratio, real(0)));
  const Expr is_right = b.let("is", less_equal(real(0), x.re));
  const Expr im = b.let("f", select(is_right, smaller, larger));
  return {b.let("f", select(is_right, larger, smaller)),
          b.let("f", select(less(x.im, real(0)), -im, im))};
}

Complex power(Builder& b, const Complex& x, const Expr& exponent) {
  const Expr size = magnitude(b, x);
  const Expr radius = call(b, Builtin::power, {size, exponent});
  return polar(b, radius, b.let("f", angle(b, x) * exponent));
}

Complex power(Builder& b, const Complex& x, const Complex& exponent) {
  const Expr size = magnitude(b, x);
  const Expr log = call(b, Builtin::logarithm, {size});
  const Expr turn = angle(b, x);
  const Complex product = multiply(b, {log, turn}, exponent);
  const Complex result = exponential(b, product);
  const Expr is_zero = b.let("is", less_equal(size, real(0)));
  return {b.let("f", select(is_zero, real(0), result.re)),
          b.let("f", select(is_zero, real(0), result.im))};
}

Complex sine(Builder& b, const Complex& x) {
  return turned_back(hyperbolic_sine(b, turned(x)));
}

Complex cosine(Builder& b, const Complex& x) {
  return hyperbolic_cosine(b, turned(x));
}

// By hyperbolic tangents, which do not overflow.
Complex tangent(Builder& b, const Complex& x) {
  const Expr t = call(b, Builtin::tangent, {x.re}),
             h = call(b, Builtin::hyperbolic_tangent, {x.im});
  return divide(b, {t, h}, {real(1), b.let("f", -(t * h))});
}

Complex hyperbolic_sine(Builder& b, const Complex& x) {
  const Expr c = call(b, Builtin::cosine, {x.im}), s = call(b, Builtin::sine, {x.im});
  const Expr re = call(b, Builtin::hyperbolic_sine, {x.re}),
             im = call(b, Builtin::hyperbolic_cosine, {x.re});
  return {b.let("f", re * c), b.let("f", im * s)};
}

Complex hyperbolic_cosine(Builder& b, const Complex& x) {
  const Expr c = call(b, Builtin::cosine, {x.im}), s = call(b, Builtin::sine, {x.im});
  const Expr re = call(b, Builtin::hyperbolic_cosine, {x.re}),
             im = call(b, Builtin::hyperbolic_sine, {x.re});
  return {b.let("f", re * c), b.let("f", im * s)};
}

Complex hyperbolic_tangent(Builder& b, const Complex& x) {
  return turned_back(tangent(b, turned(x)));
}

}  // namespace fftcore
