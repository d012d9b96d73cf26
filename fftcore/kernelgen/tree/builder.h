// SPDX-License-Identifier: LGPL-2.1-or-later
// Writes the body of a Kernel statement by statement. Not thread-safe; one for each Kernel.
#pragma once

#include <string_view>
#include <utility>

#include "ast.h"
#include "expr_ops.h"

namespace fftcore {

class Builder {
 public:
  explicit Builder(std::string name, ast::Real real = ast::Real::f32) {
    kernel_.name = std::move(name);
    kernel_.real = real;
  }
  ast::Real real() const { return kernel_.real; }

  /// Names `value` (with a number added to `hint`) and returns the name; literals and names are
  /// returned as they are.
  ast::Expr let(std::string_view hint, ast::Expr value);

  // Parameters may be declared again and stay one. A buffer has the widest access that any of its
  // declarations asks for.
  void buffer(std::string name, ast::Storage storage, ast::Access access = ast::Access::read);
  /// Marks a buffer declared before as streamed: each of its elements is touched once.
  void stream(std::string_view buffer);
  /// A number given with the launch.
  ast::Expr scalar(std::string name, ast::Type type);
  void shared(std::string name, ast::Type type, int length);
  /// Functions that the kernel may call, in its language; one text for the whole kernel.
  void code(const std::string& text) { kernel_.code = text; }
  void launch(ast::Size3 block, ast::Size3 grid);
  /// What a thread should do with; and `least`, where otherwise only one block would find room.
  void limit_registers(int registers, int least);
  /// So many blocks should find registers.
  void leave_room(int blocks) { kernel_.blocks_beside = blocks; }
  void allow_spills(int bytes) { kernel_.most_spilled = bytes; }

  void store_global(std::string buffer, ast::Expr index, std::vector<ast::Expr> values);
  void copy_global(std::string from, ast::Expr from_index, std::string to, ast::Expr to_index);
  void prefetch(std::string buffer, ast::Expr index, int count);
  void store_shared(std::string array, ast::Expr index, std::vector<ast::Expr> values);
  void barrier(ast::Scope scope = ast::Scope::block);
  /// Barriers from here on order accesses to global memory too.
  void order_global_memory() { barriers_are_global_ = true; }
  /// What `body` writes happens where `condition` holds; no barrier may be in it.
  template <class Body>
  void when(ast::Expr condition, Body&& body) {
    add_if(std::move(condition), std::forward<Body>(body), false);
  }
  /// What `body` writes may be left out by warps where `condition`, the same for all of its
  /// threads, does not hold. Barriers of warps may be in it.
  template <class Body>
  void where_needed(ast::Expr condition, Body&& body) {
    add_if(std::move(condition), std::forward<Body>(body), true);
  }
  /// `body(index)` is repeated for index = 0 .. count - 1.
  template <class Body>
  void repeat(std::string_view hint, ast::Expr count, Body&& body) {
    every(hint, ast::integer(0), std::move(count), 1, std::forward<Body>(body));
  }
  template <class Body>
  void repeat(std::string_view hint, int count, Body&& body) {
    repeat(hint, ast::integer(count), std::forward<Body>(body));
  }
  /// `body(index)` is repeated for index = first, first + step, ... below `end`.
  template <class Body>
  void every(std::string_view hint, ast::Expr first, ast::Expr end, int step, Body&& body) {
    const ast::Variable index{ast::Type::i32, unique(hint)};
    ast::Block outside = std::exchange(block_, {});
    body(ast::Expr(index));
    ast::Block inside = std::exchange(block_, std::move(outside));
    block_.push_back(
        ast::For{index, std::move(first), std::move(end), {}, {}, std::move(inside), {}, step});
  }
  /// `values = body(index, values)` is repeated for index = 0 .. count - 1; returns the last
  /// values.
  template <class Body>
  std::vector<ast::Expr> carry(std::string_view hint, ast::Expr count,
                               std::vector<ast::Expr> initial, Body&& body) {
    const ast::Variable index{ast::Type::i32, unique(hint)};
    std::vector<ast::Variable> carried;
    std::vector<ast::Expr> values;
    for (const ast::Expr& value : initial) {
      carried.push_back({value.type(), unique("carried")});
      values.emplace_back(carried.back());
    }
    ast::Block outside = std::exchange(block_, {});
    std::vector<ast::Expr> next = body(ast::Expr(index), values);
    ast::Block inside = std::exchange(block_, std::move(outside));
    block_.push_back(ast::For{index, ast::integer(0), std::move(count), std::move(carried),
                              std::move(initial), std::move(inside), std::move(next)});
    return values;
  }

  ast::Kernel finish() &&;

 private:
  template <class Body>
  void add_if(ast::Expr condition, Body&& body, bool only_skips) {
    ast::Block outside = std::exchange(block_, {});
    body();
    ast::Block inside = std::exchange(block_, std::move(outside));
    if (!inside.empty())
      block_.push_back(ast::If{std::move(condition), std::move(inside), only_skips});
  }
  std::string unique(std::string_view hint);

  ast::Kernel kernel_;
  ast::Block block_;
  int names_ = 0;
  bool barriers_are_global_ = false;
};

}  // namespace fftcore
