// SPDX-License-Identifier: LGPL-2.1-or-later
// One launch on a device as a typed tree: values, no text. Nodes are immutable and shared, so
// copying a tree costs a pointer. There is no complex node: complex numbers are pairs of real
// expressions (complex.h). Memory that other launches see is touched by LoadGlobal, StoreGlobal and
// CopyGlobal alone, which is where fused work attaches.
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
enum class Type : std::uint8_t { boolean, i32, i64, real, real_x2 };

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
/// registers from one round of a loop to the next.
enum class Builtin : std::uint8_t {
  thread_x,
  thread_x_anew,
  thread_y,
  block_x,
  block_y,
  block_z,
  fma,
  minimum,
  maximum,
  absolute,
  square_root,
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
struct StmtNode;

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

/// Handle of a statement.
class Stmt {
 public:
  template <class Node>
  requires requires(Node node) { Node::kChildren; }
  Stmt(Node node);
  const StmtNode& node() const { return *node_; }
  bool is_same(const Stmt& other) const { return node_ == other.node_; }

 private:
  std::shared_ptr<const StmtNode> node_;
};

using Block = std::vector<Stmt>;

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
/// `lanes` (1, or 2 of floating point; stored: of all) neighbouring elements of a buffer as reals;
/// `index` counts groups of so many, and the buffer is aligned to a group.
struct LoadGlobal {
  std::string buffer;
  Expr index;
  int lanes;
  static constexpr std::tuple kChildren{&LoadGlobal::index};
};
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
/// One lane of a vector.
struct Component {
  Expr vector;
  int lane;
  static constexpr std::tuple kChildren{&Component::vector};
};

/// Names a value; it never changes.
struct Declare {
  Variable variable;
  Expr value;
  static constexpr std::tuple kChildren{&Declare::value};
};
/// As many neighbouring elements as there are values; `index` as in LoadGlobal.
struct StoreGlobal {
  std::string buffer;
  Expr index;
  std::vector<Expr> values;
  static constexpr std::tuple kChildren{&StoreGlobal::index, &StoreGlobal::values};
};
/// One element of a buffer, bit by bit, to another of the same storage.
struct CopyGlobal {
  std::string from;
  Expr from_index;
  std::string to;
  Expr to_index;
  static constexpr std::tuple kChildren{&CopyGlobal::from_index, &CopyGlobal::to_index};
};
/// One element of a shared array, lane by lane.
struct StoreShared {
  std::string array;
  Expr index;
  std::vector<Expr> values;
  static constexpr std::tuple kChildren{&StoreShared::index, &StoreShared::values};
};
/// Asks for `count` neighbouring elements of a buffer from `index` on, elements counted one by one:
/// they may come nearer meanwhile. A hint.
struct Prefetch {
  std::string buffer;
  Expr index;
  int count;
  static constexpr std::tuple kChildren{&Prefetch::index};
};
/// Threads that wait for each other.
enum class Scope : std::uint8_t {
  warp,   ///< threads that run in step, kWarp of them; where a language knows none, the block
  block,  ///< all threads
};
/// A point that the scope's threads pass together. Shared memory is in order then, and global
/// memory too if so wished.
struct Barrier {
  bool global = false;
  Scope scope = Scope::block;
  static constexpr std::tuple<> kChildren{};
};
/// index = begin, begin + step, ... below end. What a round leaves to the next: carried[i], a
/// scalar, is initial[i] at first; after each round all of them become `next` at once, which may
/// name what the body declares. After the loop the names keep the last values.
struct For {
  Variable index;
  Expr begin;
  Expr end;
  std::vector<Variable> carried;
  std::vector<Expr> initial;
  Block body;
  std::vector<Expr> next;
  int step = 1;
  static constexpr std::tuple kChildren{&For::begin, &For::end, &For::initial, &For::body,
                                        &For::next};
};
struct If {
  Expr condition;
  Block body;
  /// The condition is the same for all threads of a warp and says where the body matters: languages
  /// that know no warps run it always. So barriers of warps may be in it.
  bool only_skips = false;
  static constexpr std::tuple kChildren{&If::condition, &If::body};
};

struct ExprNode {
  std::variant<Literal, Variable, Unary, Binary, Select, Call, Invoke, LoadGlobal, LoadShared, Cast,
               Component>
      kind;
  Type type;
};
struct StmtNode {
  std::variant<Declare, StoreGlobal, CopyGlobal, StoreShared, Prefetch, Barrier, For, If> kind;
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
template <class Node>
requires requires(Node node) {
  Node::kChildren;
}
Stmt::Stmt(Node node) : node_(std::make_shared<const StmtNode>(StmtNode{std::move(node)})) {}

/// What launches do with a buffer.
enum class Access : std::uint8_t {
  constant,  ///< read; nobody writes it as long as launches run
  read,      ///< read, and perhaps written by the launch before
  write,     ///< written only
  update,    ///< read, then written
};

/// A buffer in global memory that the launch is given. No two of a launch overlap; what is read and
/// written is one parameter.
struct BufferParameter {
  std::string name;
  Storage storage;
  Access access;
  /// Every element is touched once: the first-level cache is better left to other buffers.
  bool is_streamed = false;
  bool is_written() const { return access >= Access::write; }
};
using Parameter = std::variant<BufferParameter, Variable>;

struct SharedArray {
  std::string name;
  Type type;  ///< real or real_x2
  int length;
};

using Size3 = std::array<int, 3>;

struct Kernel {
  std::string name;
  Real real = Real::f32;
  std::vector<Parameter> parameters;
  std::vector<SharedArray> shared;
  Size3 block{1, 1, 1};  ///< threads
  Size3 grid{1, 1, 1};   ///< blocks
  /// Not 0: so many blocks should find registers on a multiprocessor of 65536, and each may take as
  /// many as that leaves; a hint, since compilers otherwise take registers for the loads of a
  /// single block, or too few.
  int blocks_beside = 0;
  std::string code;  ///< functions that a user wrote, in the dialect's language; may be empty
  Block body;

  int shared_bytes() const;
  int block_threads() const { return block[0] * block[1] * block[2]; }
};

}  // namespace fftcore::ast
