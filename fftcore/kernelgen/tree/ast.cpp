// SPDX-License-Identifier: LGPL-2.1-or-later
#include "ast.h"

namespace fftcore::ast {

Type type_of(const Literal& node) {
  return node.type;
}
Type type_of(const Variable& node) {
  return node.type;
}
Type type_of(const Unary& node) {
  return node.operand.type();
}

namespace {

/// What C makes of two operands.
Type common_type(const Expr& a, const Expr& b) {
  return b.type() == Type::i64 ? Type::i64 : a.type();
}

}  // namespace

Type type_of(const Binary& node) {
  switch (node.op) {
    case BinaryOp::add:
    case BinaryOp::subtract:
    case BinaryOp::multiply:
    case BinaryOp::divide:
    case BinaryOp::modulo: return common_type(node.left, node.right);
    case BinaryOp::less:
    case BinaryOp::less_equal:
    case BinaryOp::logical_and: return Type::boolean;
  }
  return Type::i32;
}

Type type_of(const Select& node) {
  return common_type(node.if_true, node.if_false);
}

Type type_of(const Call& node) {
  switch (node.builtin) {
    case Builtin::halves_of_bytes: return Type::halves_x2;
    case Builtin::joined_halves: return Type::halves;
    default: return node.arguments.empty() ? Type::i32 : node.arguments.front().type();
  }
}

Type type_of(const Invoke& node) {
  return node.type;
}

Type type_of(const LoadGlobal& node) {
  return node.lanes == 1 ? Type::real : node.lanes == 2 ? Type::real_x2 : Type::real_x4;
}
Type type_of(const LoadShared& node) {
  return node.type;
}
Type type_of(const Cast& node) {
  return node.type;
}
Type type_of(const LoadMatrices&) {
  return Type::halves_x4;
}
Type type_of(const LoadHalves& node) {
  return node.count == 1 ? Type::halves : node.count == 2 ? Type::halves_x2 : Type::halves_x4;
}
Type type_of(const LoadBytes& node) {
  return node.count == 1 ? Type::i32 : node.count == 2 ? Type::halves_x2 : Type::halves_x4;
}
Type type_of(const MultiplyMatrices& node) {
  return node.sum.type();
}
Type type_of(const JoinHalves&) {
  return Type::halves;
}
Type type_of(const Exchanged& node) {
  return node.value.type();
}
Type type_of(const Component& node) {
  const Type type = node.vector.type();
  return type == Type::halves_x2 || type == Type::halves_x4 ? Type::halves : Type::real;
}

std::string_view function_name(Builtin builtin, Real real) {
  const bool is_f64 = real == Real::f64;
  switch (builtin) {
    case Builtin::exponential: return is_f64 ? "exp" : "expf";
    case Builtin::logarithm: return is_f64 ? "log" : "logf";
    case Builtin::power: return is_f64 ? "pow" : "powf";
    case Builtin::sine: return is_f64 ? "sin" : "sinf";
    case Builtin::cosine: return is_f64 ? "cos" : "cosf";
    case Builtin::tangent: return is_f64 ? "tan" : "tanf";
    case Builtin::hyperbolic_sine: return is_f64 ? "sinh" : "sinhf";
    case Builtin::hyperbolic_cosine: return is_f64 ? "cosh" : "coshf";
    case Builtin::hyperbolic_tangent: return is_f64 ? "tanh" : "tanhf";
    case Builtin::arc_sine: return is_f64 ? "asin" : "asinf";
    case Builtin::arc_cosine: return is_f64 ? "acos" : "acosf";
    case Builtin::arc_tangent: return is_f64 ? "atan" : "atanf";
    case Builtin::arc_tangent_of_two: return is_f64 ? "atan2" : "atan2f";
    case Builtin::hypotenuse: return is_f64 ? "hypot" : "hypotf";
    case Builtin::floor: return is_f64 ? "floor" : "floorf";
    case Builtin::round: return is_f64 ? "round" : "roundf";
    default: return "?";  // dialects have their own
  }
}

int SharedArray::bytes(Real real) const {
  // Arrays begin where any type may.
  constexpr int kHalf = 2, kGroup = 16;
  if (type == Type::half) return (length * kHalf + kGroup - 1) / kGroup * kGroup;
  const bool is_pair = type == Type::real_x2 || type == Type::i64;
  return length * (is_pair ? 2 : 1) * static_cast<int>(size_bytes(real));
}

int Kernel::shared_bytes() const {
  int bytes = 0;
  for (const SharedArray& array : shared) bytes += array.bytes(real);
  return bytes;
}

}  // namespace fftcore::ast
