// SPDX-License-Identifier: LGPL-2.1-or-later
// Expressions of the tree (ast.h): what a thread computes, as values that share their parts.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include "storage.h"

namespace fftcore::ast {

/// Types of values in registers. Reals are what Kernel::real says. Indices are i32 where a buffer
/// holds fewer than 2^31 elements, or pairs of them where it is read in pairs; else i64.
/// A half is an element of a shared array alone; halves are two of them, in a word, with which
/// threads can compute.
enum class Type : std::uint8_t {
  boolean,
  i32,
  i64,
  real,
  real_x2,
  real_x4,
  half,
  halves,
  halves_x2,
  halves_x4
};

constexpr bool is_integer(Type type) {
  return type == Type::i32 || type == Type::i64;
}

using fftcore::Real;
using fftcore::Storage;

enum class UnaryOp : std::uint8_t { negate };
enum class BinaryOp : std::uint8_t {
  add,
  subtract,
  multiply,
  divide,
  modulo,
  less,
  less_equal,
  logical_and
};
/// thread_x_anew is thread_x, but compilers do not know it: what depends on it is not kept in
/// registers from one round of a loop to the next. Likewise `after` (a number, then halves), lest
/// compilers load all that a kernel needs as soon as they can, and have no registers left.
enum class Builtin : std::uint8_t {
  thread_x,
  thread_x_anew,
  thread_y,
  block_x,
  block_y,
  block_z,
  after,            ///< the first argument, which compilers do not know before they know the second
  joined_bytes,     ///< four whole numbers from 0 to 255 as LoadBytes has them
  halves_of_bytes,  ///< of four bytes and halves: each byte and 1024, less one half; two words
  joined_halves,    ///< two real numbers, each rounded to the nearest half
  /// The transposed matrix of halves (below): thread 4 r + q gets elements 2 q and 2 q + 1 of
  /// column r.
  transposed,
  // of f32 alone, as MultiplyMatrices sees a number: without the 13 lowest bits
  tf32,          ///< these cut off
  nearest_tf32,  ///< a number with any such bits, the others those of the nearest one
  fma,
  minimum,
  maximum,
  absolute,
  square_root,
  reciprocal,  ///< of f32 alone: 1 over it, right to 2 units in the last place; 0 beyond 2^126
  // of real numbers, right to some units in the last place
  exponential,
  logarithm,
  power,
  sine,
  cosine,
  tangent,
  hyperbolic_sine,
  hyperbolic_cosine,
  hyperbolic_tangent,
  arc_sine,
  arc_cosine,
  arc_tangent,
  arc_tangent_of_two,
  hypotenuse,
  floor,
  round,  ///< halves away from 0
};

/// C's name of a function of real numbers, from `exponential` on.
std::string_view function_name(Builtin builtin, Real real);

struct ExprNode;

/// Handle of an expression.
class Expr {
 public:
  template <class Node>
  requires requires(Node node) { Node::kChildren; }
  Expr(Node node);
  const ExprNode& node() const { return *node_; }
  Type type() const;
  /// The node where the expression is of that kind, else null.
  template <class Node>
  const Node* as() const;
  bool is_same(const Expr& other) const { return node_ == other.node_; }

 private:
  std::shared_ptr<const ExprNode> node_;
};

// Every node lists the members that hold further nodes in kChildren; rewrite.h walks by that list
// alone.

/// A number; of a vector type: all lanes alike.
struct Literal {
  Type type;
  double value;
  static constexpr std::tuple<> kChildren{};
};
/// What a Declare, a For or a scalar parameter names. Names are unique in a Kernel.
struct Variable {
  Type type;
  std::string name;
  static constexpr std::tuple<> kChildren{};
};
struct Unary {
  UnaryOp op;
  Expr operand;
  static constexpr std::tuple kChildren{&Unary::operand};
};
/// divide and modulo of whole numbers round towards zero. Of i32 and i64 the result is i64.
struct Binary {
  BinaryOp op;
  Expr left;
  Expr right;
  static constexpr std::tuple kChildren{&Binary::left, &Binary::right};
};
/// Only the chosen side is evaluated, so that a load in it is safe.
struct Select {
  Expr condition;
  Expr if_true;
  Expr if_false;
  static constexpr std::tuple kChildren{&Select::condition, &Select::if_true, &Select::if_false};
};
struct Call {
  Builtin builtin;
  std::vector<Expr> arguments;
  static constexpr std::tuple kChildren{&Call::arguments};
};
/// A function of Kernel::code: of real numbers and of pairs, whose result is what `type` says.
struct Invoke {
  Type type;
  std::string function;
  /// Of each value, how many of `arguments` it is: 1, or 2 for a pair.
  std::vector<int> lanes;
  std::vector<Expr> arguments;
  static constexpr std::tuple kChildren{&Invoke::arguments};
};
/// `lanes` neighbouring elements of a buffer as reals: 1, or 2 of floating point (stored: of all),
/// where `index` counts pairs; or 4 where has_quads() says so, from element `index` on. The buffer
/// is aligned to such a group, and the index of four is a multiple of it.
struct LoadGlobal {
  std::string buffer;
  Expr index;
  int lanes;
  static constexpr std::tuple kChildren{&LoadGlobal::index};
};
/// Of an array of reals, too, four at once, and of halves two or four words: `index` counts such
/// groups then.
struct LoadShared {
  std::string array;
  Type type;
  Expr index;
  static constexpr std::tuple kChildren{&LoadShared::index};
};
struct Cast {
  Type type;
  Expr operand;
  static constexpr std::tuple kChildren{&Cast::operand};
};
// Matrices of halves, which the threads of a warp have together, in CUDA C++ alone. Each thread has
// a word of a matrix of 8x8 halves: thread 4 r + q elements 2 q and 2 q + 1 of row r; and four
// numbers of a sum of 16x8, the first two of row r, the others of row r + 8.

/// `count` (2 or 4) matrices of a shared array of halves: thread i says by `index` where row i % 8
/// of matrix i / 8 begins. Transposed, thread 4 r + q has elements 2 q and 2 q + 1 of column r.
struct LoadMatrices {
  std::string array;
  Expr index;
  int count;
  bool is_transposed = false;
  static constexpr std::tuple kChildren{&LoadMatrices::index};
};
/// Two neighbouring elements of an f16 buffer, as they are, or `count` such words: 1 or 4. `index`
/// counts groups of so many words. Of a u8 buffer, where bytes become halves, four or eight
/// neighbours, 2 or 4 words: `index` counts elements as LoadGlobal's does, and is a multiple of as
/// many.
struct LoadHalves {
  std::string buffer;
  Expr index;
  int count = 1;
  static constexpr std::tuple kChildren{&LoadHalves::index};
};
/// Four neighbouring elements of a u8 buffer, as they are, in a word; or `count` such words, 2 or
/// 4. `index` as LoadHalves'.
struct LoadBytes {
  std::string buffer;
  Expr index;
  int count = 1;
  static constexpr std::tuple kChildren{&LoadBytes::index};
};
/// sum + left * right. `left` has 16 rows: two matrices below each other, or two such pairs side by
/// side; `right` has 8 columns, each a row of one matrix, or of two. The sum may be of halves: a
/// word of row r, and one of row r + 8.
/// Or both are real numbers, which count as TF32: of `left` (16x8) thread 4 r + q has element q of
/// rows r and r + 8, and element q + 4 of both; of `right` (8x8) elements q and q + 4 of column r.
struct MultiplyMatrices {
  std::vector<Expr> left;
  std::vector<Expr> right;
  Expr sum;
  static constexpr std::tuple kChildren{&MultiplyMatrices::left, &MultiplyMatrices::right,
                                        &MultiplyMatrices::sum};
};
/// A word of two halves: one of each word, the lower one (0) or the upper one (1).
struct JoinHalves {
  Expr left;
  int left_lane;
  Expr right;
  int right_lane;
  static constexpr std::tuple kChildren{&JoinHalves::left, &JoinHalves::right};
};
/// The value that the thread of the warp has whose number differs in the bits of `mask`.
struct Exchanged {
  Expr value;
  int mask;
  static constexpr std::tuple kChildren{&Exchanged::value};
};
/// One lane of a vector; of halves_x2 and halves_x4 a word, of halves a real number.
struct Component {
  Expr vector;
  int lane;
  static constexpr std::tuple kChildren{&Component::vector};
};

struct ExprNode {
  std::variant<Literal, Variable, Unary, Binary, Select, Call, Invoke, LoadGlobal, LoadShared, Cast,
               LoadMatrices, LoadHalves, LoadBytes, MultiplyMatrices, JoinHalves, Exchanged,
               Component>
      kind;
  Type type;
};

Type type_of(const Literal& node);
Type type_of(const Variable& node);
Type type_of(const Unary& node);
Type type_of(const Binary& node);
Type type_of(const Select& node);
Type type_of(const Call& node);
Type type_of(const Invoke& node);
Type type_of(const LoadGlobal& node);
Type type_of(const LoadShared& node);
Type type_of(const Cast& node);
Type type_of(const LoadMatrices& node);
Type type_of(const LoadHalves& node);
Type type_of(const LoadBytes& node);
Type type_of(const MultiplyMatrices& node);
Type type_of(const JoinHalves& node);
Type type_of(const Exchanged& node);
Type type_of(const Component& node);

template <class Node>
requires requires(Node node) {
  Node::kChildren;
}
Expr::Expr(Node node) {
  const Type type = type_of(node);
  node_ = std::make_shared<const ExprNode>(ExprNode{std::move(node), type});
}
inline Type Expr::type() const {
  return node_->type;
}
template <class Node>
const Node* Expr::as() const {
  return std::get_if<Node>(&node_->kind);
}

}  // namespace fftcore::ast
