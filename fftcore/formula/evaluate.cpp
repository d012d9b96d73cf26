// SPDX-License-Identifier: LGPL-2.1-or-later
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "formula.h"

namespace fftcore {
namespace {

using Complex = std::complex<double>;
using Variables = std::span<const double>;

double real_of(const Formula& formula, Variables variables);
Complex complex_of(const Formula& formula, Variables variables);

double sinc(double x) {
  const double angle = std::numbers::pi * x;
  return x == 0 ? 1 : std::sin(angle) / angle;
}

// std::pow() of complex numbers goes by the logarithm, which 0 has not.
Complex whole_power(Complex base, double exponent) {
  if (exponent == 0) return 1;
  if (exponent == 1) return base;
  if (exponent == 2) return base * base;
  return std::pow(base, exponent);
}

/// What is alike for real and for complex numbers. `value` gives an operand.
template <class Number>
Number common(FormulaOp op, auto&& value) {
  switch (op) {
    case FormulaOp::negate: return -value(0);
    case FormulaOp::add: return value(0) + value(1);
    case FormulaOp::subtract: return value(0) - value(1);
    case FormulaOp::multiply: return value(0) * value(1);
    case FormulaOp::divide: return value(0) / value(1);
    case FormulaOp::power: return std::pow(value(0), value(1));
    case FormulaOp::exp: return std::exp(value(0));
    case FormulaOp::log: return std::log(value(0));
    case FormulaOp::sqrt: return std::sqrt(value(0));
    case FormulaOp::sin: return std::sin(value(0));
    case FormulaOp::cos: return std::cos(value(0));
    case FormulaOp::tan: return std::tan(value(0));
    case FormulaOp::sinh: return std::sinh(value(0));
    case FormulaOp::cosh: return std::cosh(value(0));
    case FormulaOp::tanh: return std::tanh(value(0));
    default: return std::numeric_limits<double>::quiet_NaN();  // no such operation
  }
}

Complex complex_of(const Formula& formula, Variables variables) {
  if (!formula.is_complex) return real_of(formula, variables);
  const auto value = [&](std::size_t i) { return complex_of(formula.operands[i], variables); };
  switch (formula.op) {
    case FormulaOp::number: return formula.number;
    case FormulaOp::conj: return std::conj(value(0));
    case FormulaOp::choose: return value(real_of(formula.operands[0], variables) != 0 ? 1 : 2);
    case FormulaOp::power:
      if (const Formula& exponent = formula.operands[1]; !exponent.is_complex)
        return whole_power(value(0), real_of(exponent, variables));
      [[fallthrough]];
    default: return common<Complex>(formula.op, value);
  }
}

double real_of(const Formula& formula, Variables variables) {
  const auto value = [&](std::size_t i) { return real_of(formula.operands[i], variables); };
  const auto any = [&] { return complex_of(formula.operands[0], variables); };
  switch (formula.op) {
    case FormulaOp::number: return formula.number.real();
    case FormulaOp::variable: return variables[formula.variable];
    case FormulaOp::less: return value(0) < value(1);
    case FormulaOp::less_equal: return value(0) <= value(1);
    case FormulaOp::greater: return value(0) > value(1);
    case FormulaOp::greater_equal: return value(0) >= value(1);
    case FormulaOp::equal: return value(0) == value(1);
    case FormulaOp::not_equal: return value(0) != value(1);
    case FormulaOp::both: return value(0) != 0 && value(1) != 0;
    case FormulaOp::either: return value(0) != 0 || value(1) != 0;
    case FormulaOp::negation: return value(0) == 0;
    case FormulaOp::choose: return value(value(0) != 0 ? 1 : 2);
    case FormulaOp::conj: return value(0);
    case FormulaOp::re: return any().real();
    case FormulaOp::im: return any().imag();
    case FormulaOp::abs: return std::abs(any());
    case FormulaOp::arg: return std::arg(any());
    case FormulaOp::asin: return std::asin(value(0));
    case FormulaOp::acos: return std::acos(value(0));
    case FormulaOp::atan: return std::atan(value(0));
    case FormulaOp::atan2: return std::atan2(value(0), value(1));
    case FormulaOp::hypot: return std::hypot(value(0), value(1));
    case FormulaOp::min: return std::fmin(value(0), value(1));
    case FormulaOp::max: return std::fmax(value(0), value(1));
    case FormulaOp::floor: return std::floor(value(0));
    case FormulaOp::round: return std::round(value(0));
    case FormulaOp::sign: return (value(0) > 0) - (value(0) < 0);
    case FormulaOp::sinc: return sinc(value(0));
    default: return common<double>(formula.op, value);
  }
}

}  // namespace

Formula folded(Formula formula) {
  bool is_known = formula.op != FormulaOp::variable && formula.op != FormulaOp::code;
  for (Formula& operand : formula.operands) {
    operand = folded(std::move(operand));
    is_known = is_known && operand.op == FormulaOp::number;
  }
  if (!is_known || formula.op == FormulaOp::number) return formula;
  Formula number{FormulaOp::number, formula.is_complex, value_of(formula, {})};
  return number;
}

std::complex<double> value_of(const Formula& formula, std::span<const double> variables) {
  return complex_of(formula, variables);
}

}  // namespace fftcore
