// SPDX-License-Identifier: LGPL-2.1-or-later
#include "formula_expr.h"

#include <fmt/format.h>

#include <numbers>
#include <optional>

#include "complex_functions.h"
#include "expr_ops.h"

namespace fftcore {
namespace {

using ast::Builtin;
using ast::Expr;
using ast::real;

Expr boolean(bool value) {
  return ast::Literal{ast::Type::boolean, value ? 1.0 : 0.0};
}

/// Walks a formula for one sample. A real node's value has a literal 0 as its imaginary part.
class Walk {
 public:
  Walk(Builder& b, const Complex& sample, const Complex& second, const SamplePlace& place,
       const std::vector<Expr>& parameters)
      : b_(b), sample_(sample), second_(second), place_(place), parameters_(parameters) {}

  Complex value(const Formula& node) const {
    switch (node.op) {
      case FormulaOp::number: return {real(node.number.real()), real(node.number.imag())};
      case FormulaOp::variable: return variable(node.variable);
      case FormulaOp::choose: {
        const Expr condition = b_.let("is", is_true(node.operands[0]));
        const Complex yes = value(node.operands[1]), no = value(node.operands[2]);
        return {let(select(condition, yes.re, no.re)), let(select(condition, yes.im, no.im))};
      }
      case FormulaOp::less:
      case FormulaOp::less_equal:
      case FormulaOp::greater:
      case FormulaOp::greater_equal:
      case FormulaOp::equal:
      case FormulaOp::not_equal:
      case FormulaOp::both:
      case FormulaOp::either:
      case FormulaOp::negation: return real_only(select(is_true(node), real(1), real(0)));
      case FormulaOp::code: return called(node);
      default: return node.is_complex || has_complex(node) ? of_complex(node) : of_real(node);
    }
  }

 private:
  static bool has_complex(const Formula& node) { return node.operands[0].is_complex; }
  Expr let(Expr value) const { return b_.let("f", std::move(value)); }
  Complex real_only(Expr value) const { return {let(std::move(value)), real(0)}; }

  Complex variable(std::size_t number) const {
    const auto whole = [&](const Expr& place) {
      return real_only(ast::Cast{ast::Type::real, place});
    };
    switch (static_cast<SampleVariable>(number)) {
      case SampleVariable::v: return sample_;
      case SampleVariable::w: return second_;
      case SampleVariable::x: return whole(place_.x);
      case SampleVariable::y: return whole(place_.y);
      case SampleVariable::z: return whole(place_.z);
      case SampleVariable::c: return whole(place_.c);
      case SampleVariable::n: return whole(place_.n);
      case SampleVariable::fx: return real_only(place_.fx);
      case SampleVariable::fy: return real_only(place_.fy);
      case SampleVariable::fz: return real_only(place_.fz);
      case SampleVariable::f: {
        const Expr x = let(place_.fx), y = let(place_.fy), z = let(place_.fz);
        return real_only(ast::square_root(fma(x, x, fma(y, y, z * z))));
      }
      default: break;
    }
    return {parameters_[number - static_cast<std::size_t>(SampleVariable::p0)], real(0)};
  }

  /// A function of the user's, which is called once, whatever of its result is needed.
  Complex called(const Formula& node) const {
    ast::Invoke call{node.is_complex ? ast::Type::real_x2 : ast::Type::real, node.function, {}, {}};
    for (const Formula& operand : node.operands) {
      const Complex number = value(operand);
      call.lanes.push_back(operand.is_complex ? 2 : 1);
      call.arguments.push_back(number.re);
      if (operand.is_complex) call.arguments.push_back(number.im);
    }
    const Expr result = b_.let("called", std::move(call));
    if (!node.is_complex) return {result, real(0)};
    return {let(ast::Component{result, 0}), let(ast::Component{result, 1})};
  }

  static Expr inverted(const Expr& condition) {
    return select(condition, boolean(false), boolean(true));
  }

  /// A real formula as a condition: whether it is not 0, which what is no number is not either.
  Expr is_true(const Formula& node) const {
    const auto operand = [&](std::size_t i) { return value(node.operands[i]).re; };
    const auto condition = [&](std::size_t i) { return b_.let("is", is_true(node.operands[i])); };
    // What writes first has a line of its own.
    switch (node.op) {
      case FormulaOp::less:
      case FormulaOp::greater: {
        const Expr left = operand(0), right = operand(1);
        return node.op == FormulaOp::less ? less(left, right) : less(right, left);
      }
      case FormulaOp::less_equal:
      case FormulaOp::greater_equal: {
        const Expr left = operand(0), right = operand(1);
        return node.op == FormulaOp::less_equal ? less_equal(left, right) : less_equal(right, left);
      }
      case FormulaOp::equal:
      case FormulaOp::not_equal: {
        const Expr left = operand(0), right = operand(1);
        const Expr equal = both(less_equal(left, right), less_equal(right, left));
        return node.op == FormulaOp::equal ? equal : inverted(equal);
      }
      case FormulaOp::both: {
        const Expr left = condition(0), right = condition(1);
        return both(left, right);
      }
      case FormulaOp::either: {
        const Expr left = condition(0), right = condition(1);
        return select(left, boolean(true), right);
      }
      case FormulaOp::negation: return inverted(condition(0));
      default: break;
    }
    const Expr number = value(node).re;
    return inverted(less_equal(absolute(number), real(0)));
  }

  Complex of_real(const Formula& node) const {
    std::vector<Expr> operands;
    for (const Formula& operand : node.operands) operands.push_back(value(operand).re);
    const Expr a = operands[0], b = operands.back();
    const auto call = [&](Builtin builtin) { return real_only(ast::Call{builtin, operands}); };
    switch (node.op) {
      case FormulaOp::negate: return real_only(-a);
      case FormulaOp::add: return real_only(a + b);
      case FormulaOp::subtract: return real_only(a - b);
      case FormulaOp::multiply: return real_only(a * b);
      case FormulaOp::divide: return real_only(a / b);
      case FormulaOp::power:
        if (is_two(node.operands[1])) return real_only(a * a);
        return call(Builtin::power);
      case FormulaOp::exp: return call(Builtin::exponential);
      case FormulaOp::log: return call(Builtin::logarithm);
      case FormulaOp::sqrt: return call(Builtin::square_root);
      case FormulaOp::sin: return call(Builtin::sine);
      case FormulaOp::cos: return call(Builtin::cosine);
      case FormulaOp::tan: return call(Builtin::tangent);
      case FormulaOp::sinh: return call(Builtin::hyperbolic_sine);
      case FormulaOp::cosh: return call(Builtin::hyperbolic_cosine);
      case FormulaOp::tanh: return call(Builtin::hyperbolic_tangent);
      case FormulaOp::asin: return call(Builtin::arc_sine);
      case FormulaOp::acos: return call(Builtin::arc_cosine);
      case FormulaOp::atan: return call(Builtin::arc_tangent);
      case FormulaOp::atan2: return call(Builtin::arc_tangent_of_two);
      case FormulaOp::hypot: return call(Builtin::hypotenuse);
      case FormulaOp::min: return call(Builtin::minimum);
      case FormulaOp::max: return call(Builtin::maximum);
      case FormulaOp::floor: return call(Builtin::floor);
      case FormulaOp::round: return call(Builtin::round);
      case FormulaOp::abs: return real_only(absolute(a));
      case FormulaOp::re:
      case FormulaOp::conj: return {a, real(0)};
      case FormulaOp::im: return zero();
      case FormulaOp::arg: return real_only(ast::Call{Builtin::arc_tangent_of_two, {real(0), a}});
      case FormulaOp::sign:
        return real_only(
            select(less(real(0), a), real(1), select(less(a, real(0)), real(-1), real(0))));
      case FormulaOp::sinc: {
        const Expr angle = let(a * real(std::numbers::pi));
        const Expr ratio = let(ast::Call{Builtin::sine, {angle}} / angle);
        return real_only(
            select(both(less_equal(a, real(0)), less_equal(real(0), a)), real(1), ratio));
      }
      default: break;  // value() has the others
    }
    return zero();
  }

  static bool is_two(const Formula& node) {
    return node.op == FormulaOp::number && node.number == 2.0;
  }

  Complex of_complex(const Formula& node) const {
    const Complex a = value(node.operands[0]);
    switch (node.op) {
      case FormulaOp::negate: return {let(-a.re), let(-a.im)};
      case FormulaOp::exp: return exponential(b_, a);
      case FormulaOp::log: return logarithm(b_, a);
      case FormulaOp::sqrt: return square_root(b_, a);
      case FormulaOp::sin: return sine(b_, a);
      case FormulaOp::cos: return cosine(b_, a);
      case FormulaOp::tan: return tangent(b_, a);
      case FormulaOp::sinh: return hyperbolic_sine(b_, a);
      case FormulaOp::cosh: return hyperbolic_cosine(b_, a);
      case FormulaOp::tanh: return hyperbolic_tangent(b_, a);
      case FormulaOp::conj: return {a.re, let(-a.im)};
      case FormulaOp::re: return {a.re, real(0)};
      case FormulaOp::im: return {a.im, real(0)};
      case FormulaOp::abs: return {magnitude(b_, a), real(0)};
      case FormulaOp::arg: return {angle(b_, a), real(0)};
      default: break;
    }
    const Complex c = value(node.operands[1]);
    const bool is_real_factor = !node.operands[1].is_complex;
    switch (node.op) {
      case FormulaOp::add: return add(b_, a, c);
      case FormulaOp::subtract: return subtract(b_, a, c);
      case FormulaOp::multiply:
        if (is_real_factor) return scaled(b_, a, c.re);
        return node.operands[0].is_complex ? multiply(b_, a, c) : scaled(b_, c, a.re);
      case FormulaOp::divide:
        return is_real_factor ? Complex{let(a.re / c.re), let(a.im / c.re)} : divide(b_, a, c);
      case FormulaOp::power:
        if (is_two(node.operands[1])) return multiply(b_, a, a);
        return is_real_factor ? power(b_, a, c.re) : power(b_, a, c);
      default: break;  // of real numbers alone
    }
    return zero();
  }

  Builder& b_;
  const Complex &sample_, &second_;
  const SamplePlace& place_;
  const std::vector<Expr>& parameters_;
};

}  // namespace

Expr frequency(const Expr& number, std::int64_t points) {
  if (points == 1) return real(0);
  const Expr is_above_half = less(ast::integer(points / 2), number);
  const Expr counted = select(is_above_half, number - points, number);
  return ast::Cast{ast::Type::real, counted} / real(static_cast<double>(points));
}

std::string parameter_name(std::size_t number) {
  return fmt::format("parameter_{}", number);
}

FormulaExpr::FormulaExpr(Builder& builder, const SampleFormula& formula)
    : b_(builder), tree_(parsed(formula)) {
  if (!formula.code.empty()) b_.code(formula.code);
  const auto count = static_cast<std::size_t>(parameters_of(tree_));
  for (std::size_t i = 0; i < count; ++i)
    parameters_.push_back(b_.scalar(parameter_name(i), ast::Type::real));
}

Complex FormulaExpr::operator()(const Complex& sample, const SamplePlace& place,
                                const Complex& second) const {
  return Walk(b_, sample, second, place, parameters_).value(tree_);
}

}  // namespace fftcore
