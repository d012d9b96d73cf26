// SPDX-License-Identifier: LGPL-2.1-or-later
// What each operation of a formula does with numbers of one precision.
#pragma once

#include <cmath>
#include <complex>
#include <limits>
#include <numbers>

#include "formula.h"

namespace fftcore {

/// Calls use(function) with a function of one, two or three real numbers; of an operation that has
/// no real operands with one that gives no number.
template <class Real, class Use>
void with_real_function(FormulaOp op, Use use) {
  const auto sinc = [](Real x) {
    const Real angle = std::numbers::pi_v<Real> * x;
    return x == 0 ? Real(1) : std::sin(angle) / angle;
  };
  switch (op) {
    case FormulaOp::negate: return use([](Real a) { return -a; });
    case FormulaOp::add: return use([](Real a, Real b) { return a + b; });
    case FormulaOp::subtract: return use([](Real a, Real b) { return a - b; });
    case FormulaOp::multiply: return use([](Real a, Real b) { return a * b; });
    case FormulaOp::divide: return use([](Real a, Real b) { return a / b; });
    case FormulaOp::power:
      return use([](Real a, Real b) { return b == 2 ? a * a : std::pow(a, b); });
    case FormulaOp::less: return use([](Real a, Real b) { return Real(a < b); });
    case FormulaOp::less_equal: return use([](Real a, Real b) { return Real(a <= b); });
    case FormulaOp::greater: return use([](Real a, Real b) { return Real(a > b); });
    case FormulaOp::greater_equal: return use([](Real a, Real b) { return Real(a >= b); });
    case FormulaOp::equal: return use([](Real a, Real b) { return Real(a == b); });
    case FormulaOp::not_equal: return use([](Real a, Real b) { return Real(a != b); });
    case FormulaOp::both: return use([](Real a, Real b) { return Real(a != 0 && b != 0); });
    case FormulaOp::either: return use([](Real a, Real b) { return Real(a != 0 || b != 0); });
    case FormulaOp::negation: return use([](Real a) { return Real(a == 0); });
    case FormulaOp::choose: return use([](Real a, Real b, Real c) { return a != 0 ? b : c; });
    case FormulaOp::exp: return use([](Real a) { return std::exp(a); });
    case FormulaOp::log: return use([](Real a) { return std::log(a); });
    case FormulaOp::sqrt: return use([](Real a) { return std::sqrt(a); });
    case FormulaOp::sin: return use([](Real a) { return std::sin(a); });
    case FormulaOp::cos: return use([](Real a) { return std::cos(a); });
    case FormulaOp::tan: return use([](Real a) { return std::tan(a); });
    case FormulaOp::sinh: return use([](Real a) { return std::sinh(a); });
    case FormulaOp::cosh: return use([](Real a) { return std::cosh(a); });
    case FormulaOp::tanh: return use([](Real a) { return std::tanh(a); });
    case FormulaOp::re:
    case FormulaOp::conj: return use([](Real a) { return a; });
    case FormulaOp::im: return use([](Real) { return Real(0); });
    case FormulaOp::abs: return use([](Real a) { return std::abs(a); });
    case FormulaOp::arg: return use([](Real a) { return std::atan2(Real(0), a); });
    case FormulaOp::asin: return use([](Real a) { return std::asin(a); });
    case FormulaOp::acos: return use([](Real a) { return std::acos(a); });
    case FormulaOp::atan: return use([](Real a) { return std::atan(a); });
    case FormulaOp::atan2: return use([](Real a, Real b) { return std::atan2(a, b); });
    case FormulaOp::hypot: return use([](Real a, Real b) { return std::hypot(a, b); });
    case FormulaOp::min: return use([](Real a, Real b) { return std::fmin(a, b); });
    case FormulaOp::max: return use([](Real a, Real b) { return std::fmax(a, b); });
    case FormulaOp::floor: return use([](Real a) { return std::floor(a); });
    case FormulaOp::round: return use([](Real a) { return std::round(a); });
    case FormulaOp::sign: return use([](Real a) { return Real(a > 0) - Real(a < 0); });
    case FormulaOp::sinc: return use(sinc);
    case FormulaOp::number:
    case FormulaOp::variable:
    case FormulaOp::code: break;
  }
  use([](Real) { return std::numeric_limits<Real>::quiet_NaN(); });
}

/// Calls use(function) with a function of one or two complex numbers, which gives a complex or a
/// real one. Of a choice, whose condition is real, there is none.
template <class Real, class Use>
void with_complex_function(FormulaOp op, Use use) {
  using Complex = std::complex<Real>;
  // std::pow() goes by the logarithm, which 0 has not.
  const auto power = [](Complex a, Complex b) {
    if (b == Complex(0)) return Complex(1);
    if (b == Complex(1)) return a;
    if (b == Complex(2)) return a * a;
    return b.imag() == 0 ? std::pow(a, b.real()) : std::pow(a, b);
  };
  switch (op) {
    case FormulaOp::negate: return use([](Complex a) { return -a; });
    case FormulaOp::add: return use([](Complex a, Complex b) { return a + b; });
    case FormulaOp::subtract: return use([](Complex a, Complex b) { return a - b; });
    case FormulaOp::multiply:
      return use([](Complex a, Complex b) {
        return Complex(a.real() * b.real() - a.imag() * b.imag(),
                       a.real() * b.imag() + a.imag() * b.real());
      });
    case FormulaOp::divide: return use([](Complex a, Complex b) { return a / b; });
    case FormulaOp::power: return use(power);
    case FormulaOp::exp: return use([](Complex a) { return std::exp(a); });
    case FormulaOp::log: return use([](Complex a) { return std::log(a); });
    case FormulaOp::sqrt: return use([](Complex a) { return std::sqrt(a); });
    case FormulaOp::sin: return use([](Complex a) { return std::sin(a); });
    case FormulaOp::cos: return use([](Complex a) { return std::cos(a); });
    case FormulaOp::tan: return use([](Complex a) { return std::tan(a); });
    case FormulaOp::sinh: return use([](Complex a) { return std::sinh(a); });
    case FormulaOp::cosh: return use([](Complex a) { return std::cosh(a); });
    case FormulaOp::tanh: return use([](Complex a) { return std::tanh(a); });
    case FormulaOp::conj: return use([](Complex a) { return std::conj(a); });
    case FormulaOp::re: return use([](Complex a) { return a.real(); });
    case FormulaOp::im: return use([](Complex a) { return a.imag(); });
    case FormulaOp::abs: return use([](Complex a) { return std::abs(a); });
    case FormulaOp::arg: return use([](Complex a) { return std::arg(a); });
    default: break;  // of real numbers alone
  }
  use([](Complex) { return Complex(std::numeric_limits<Real>::quiet_NaN()); });
}

}  // namespace fftcore
