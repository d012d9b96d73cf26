// SPDX-License-Identifier: LGPL-2.1-or-later
// Short spellings for expressions. They build nodes as they are asked to; pass_fold simplifies.
#pragma once

#include <limits>
#include <utility>

#include "ast.h"

namespace fftcore::ast {

/// As wide as it must be.
inline Expr integer(std::int64_t value) {
  const bool is_wide = value > std::numeric_limits<std::int32_t>::max() ||
                       value < std::numeric_limits<std::int32_t>::min();
  return Literal{is_wide ? Type::i64 : Type::i32, static_cast<double>(value)};
}
/// In 64 bits.
inline Expr widened(Expr value) {
  return value.type() == Type::i32 ? Expr(Cast{Type::i64, std::move(value)}) : value;
}
inline Expr real(double value) {
  return Literal{Type::real, value};
}

inline Expr operator-(Expr a) {
  return Unary{UnaryOp::negate, std::move(a)};
}
inline Expr operator+(Expr a, Expr b) {
  return Binary{BinaryOp::add, std::move(a), std::move(b)};
}
inline Expr operator-(Expr a, Expr b) {
  return Binary{BinaryOp::subtract, std::move(a), std::move(b)};
}
inline Expr operator*(Expr a, Expr b) {
  return Binary{BinaryOp::multiply, std::move(a), std::move(b)};
}
inline Expr operator/(Expr a, Expr b) {
  return Binary{BinaryOp::divide, std::move(a), std::move(b)};
}
inline Expr operator%(Expr a, Expr b) {
  return Binary{BinaryOp::modulo, std::move(a), std::move(b)};
}

// With a whole number on the right: index arithmetic.
inline Expr operator+(Expr a, std::int64_t b) {
  return std::move(a) + integer(b);
}
inline Expr operator-(Expr a, std::int64_t b) {
  return std::move(a) - integer(b);
}
inline Expr operator*(Expr a, std::int64_t b) {
  return std::move(a) * integer(b);
}
inline Expr operator/(Expr a, std::int64_t b) {
  return std::move(a) / integer(b);
}
inline Expr operator%(Expr a, std::int64_t b) {
  return std::move(a) % integer(b);
}

inline Expr less(Expr a, Expr b) {
  return Binary{BinaryOp::less, std::move(a), std::move(b)};
}
inline Expr less_equal(Expr a, Expr b) {
  return Binary{BinaryOp::less_equal, std::move(a), std::move(b)};
}
inline Expr both(Expr a, Expr b) {
  return Binary{BinaryOp::logical_and, std::move(a), std::move(b)};
}
inline Expr select(Expr condition, Expr if_true, Expr if_false) {
  return Select{std::move(condition), std::move(if_true), std::move(if_false)};
}

/// A call with two operands of one type.
inline Expr call_of_two(Builtin builtin, Expr a, Expr b) {
  if (a.type() == Type::i64) b = widened(std::move(b));
  if (b.type() == Type::i64) a = widened(std::move(a));
  return Call{builtin, {std::move(a), std::move(b)}};
}
inline Expr minimum(Expr a, Expr b) {
  return call_of_two(Builtin::minimum, std::move(a), std::move(b));
}
inline Expr maximum(Expr a, Expr b) {
  return call_of_two(Builtin::maximum, std::move(a), std::move(b));
}
inline Expr square_root(Expr a) {
  return Call{Builtin::square_root, {std::move(a)}};
}
inline Expr reciprocal(Expr a) {
  return Call{Builtin::reciprocal, {std::move(a)}};
}
inline Expr absolute(Expr a) {
  return Call{Builtin::absolute, {std::move(a)}};
}
/// a * b + c, rounded once.
inline Expr fma(Expr a, Expr b, Expr c) {
  return Call{Builtin::fma, {std::move(a), std::move(b), std::move(c)}};
}
inline Expr lane(Expr vector, int index) {
  return Component{std::move(vector), index};
}

}  // namespace fftcore::ast
