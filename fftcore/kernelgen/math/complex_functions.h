// SPDX-License-Identifier: LGPL-2.1-or-later
// Functions of complex numbers in a kernel, made of those of real numbers. They keep from overflow
// what the result does not need to.
#pragma once

#include "complex.h"

namespace fftcore {

ast::Expr magnitude(Builder& b, const Complex& x);
/// In (-pi, pi].
ast::Expr angle(Builder& b, const Complex& x);
Complex divide(Builder& b, const Complex& x, const Complex& y);
Complex exponential(Builder& b, const Complex& x);
Complex logarithm(Builder& b, const Complex& x);
/// With a real part that is not negative.
Complex square_root(Builder& b, const Complex& x);
/// 0 to any power but 0 is 0.
Complex power(Builder& b, const Complex& x, const ast::Expr& exponent);
Complex power(Builder& b, const Complex& x, const Complex& exponent);
Complex sine(Builder& b, const Complex& x);
Complex cosine(Builder& b, const Complex& x);
Complex tangent(Builder& b, const Complex& x);
Complex hyperbolic_sine(Builder& b, const Complex& x);
Complex hyperbolic_cosine(Builder& b, const Complex& x);
Complex hyperbolic_tangent(Builder& b, const Complex& x);

}  // namespace fftcore
