// SPDX-License-Identifier: LGPL-2.1-or-later
// One launch on a device as a typed tree: values, no text. Nodes are immutable and shared, so
// copying a tree costs a pointer. There is no complex node: complex numbers are pairs of real
// expressions (complex.h). Memory that other launches see is touched by LoadGlobal, StoreGlobal and
// CopyGlobal alone, which is where fused work attaches.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "ast_expr.h"

namespace fftcore::ast {

struct StmtNode;

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

/// Names a value; it never changes.
struct Declare {
  Variable variable;
  Expr value;
  static constexpr std::tuple kChildren{&Declare::value};
};
/// As many neighbouring elements as there are values; `index` as in LoadGlobal. Also 8 or 16, of 16
/// bytes at most, where has_quads() says so: `index` is a multiple of as many, and the buffer is
/// aligned to them.
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
/// One element of a shared array, lane by lane; or four of an array of reals, as LoadShared; or 1,
/// 2 or 4 words of an array of halves, `index` counting groups of so many.
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
/// Threads of Scope::warp, one after another in their block. Kernels are laid out for so many; a
/// language for devices that have fewer in step spells barriers of warps as the block's.
inline constexpr int kWarp = 32;
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

struct StmtNode {
  std::variant<Declare, StoreGlobal, CopyGlobal, StoreShared, Prefetch, Barrier, For, If> kind;
};

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
  Type type;  ///< real, real_x2 or half
  int length;

  int bytes(Real real) const;
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
  /// Bytes that a thread may keep in memory for want of registers, where that is faster than fewer
  /// blocks beside each other: for tests.
  int most_spilled = 0;
  std::string code;  ///< functions that a user wrote, in the dialect's language; may be empty
  Block body;

  int shared_bytes() const;
  int block_threads() const { return block[0] * block[1] * block[2]; }
};

}  // namespace fftcore::ast
