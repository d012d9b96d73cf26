// SPDX-License-Identifier: LGPL-2.1-or-later
// One transform a line by the threads of a block (Stockham): butterflies among registers, an
// exchange through shared memory between.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "butterfly.h"
#include "exchange.h"
#include "line_shape.h"
#include "twiddle.h"

namespace fftcore {

/// Elements of the line that a butterfly has: number `first + k * step` is its value k.
struct Butterfly {
  ast::Expr first;
  int least_first = 0;  ///< first is in [least_first, least_first + firsts)
  int firsts = 1;
  int step = 1;
  /// Where threads * butterflies is more than there are: whether this thread has one. One that has
  /// not repeats the last, and must not store.
  std::optional<ast::Expr> active;
};

/// Registers that a thread does well with which holds so many complex values, and so many more
/// while it transforms (a third of a product's factors are there at a time): what the kernels of
/// the planner's list take without spilling.
constexpr int registers_for(int values, int kept, bool multiplies) {
  return multiplies ? 13 * values / 4 + 2 * kept + 33 : 2 * (values + kept) + 49;
}
/// Registers that such a thread can do with.
constexpr int least_registers_for(int values, int kept, bool multiplies) {
  return multiplies ? 9 * values / 4 + 2 * kept + 28 : registers_for(values, kept, multiplies);
}

class LineTransform {
 public:
  /// The kernel's block is (threads, lines), or (lines, threads) where lines are adjacent.
  LineTransform(Builder& builder, const LineShape& shape);
  struct WarpLayouts {
    ExchangeLayout forward, back;
  };
  /// Thread of a line and line of the block.
  struct Place {
    ast::Expr thread;
    ast::Expr line;
    /// Where lines lie in shared memory that warps have to themselves: all threads of a line are of
    /// one warp, and exchange among each other without the others having to wait.
    std::optional<WarpLayouts> of_warp;
  };
  /// A transform at these places. Several transforms of a kernel share one table.
  LineTransform(Builder& builder, const LineShape& shape, Place place,
                std::shared_ptr<Table> table);

  const LineShape& shape() const { return shape_; }
  const ast::Expr& thread() const { return thread_; }
  /// Line of the block that this thread works at.
  const ast::Expr& line() const { return line_; }

  /// Elements that a thread must hold before forward(): those of the first radix, and after it:
  /// those of the last.
  const std::vector<Butterfly>& butterflies(int radix) const { return butterflies_.at(radix); }
  /// The same after forward() of a shape that has mirrors.
  const std::vector<Butterfly>& mirror_butterflies() const { return mirrors_; }

  Values forward(Values values);
  /// Takes what forward() returns, where it is, so that nothing is exchanged between them; gives
  /// what forward() took. Unnormalised.
  Values inverse(Values values);

  /// Lets all threads of the block see values that lie as those of a butterfly of `radix`: what
  /// forward() returned (the last radix) or inverse() (the first). Between this and release()
  /// nothing may be exchanged.
  void publish(const Values& values, int radix);
  /// What `line` of the block has published: value k of its butterfly at the place of `butterfly`.
  Complex published(const ast::Expr& line, const Butterfly& butterfly, int k);
  /// What `line` has published as any of its elements.
  Complex published(const ast::Expr& line, const ast::Expr& element);
  void release() {
    if (shape_.exchange_buffers > 1) builder_.barrier();  // else the next exchange waits by itself
  }
  /// What comes next shares no table with what was before: compilers would keep values of it in
  /// registers meanwhile.
  void separate_tables() { ++runs_; }
  /// Sees to it that the array kExchangeName has room for so many elements, and that nobody needs
  /// any more what is in it: the caller may use it until something is exchanged or published.
  void stage(int elements);
  static constexpr const char* kExchangeName = "exchange_0";
  /// Called before the start of a loop body that exchanges or publishes values.
  void separate_rounds();

  /// The radix whose butterflies hold what forward() returned and inverse() takes.
  int spectral_radix() const {
    return shape_.chirped != 0 ? shape_.radices.front() : shape_.radices.back();
  }
  /// Element that value k of a butterfly is, or another one where the line has no such.
  ast::Expr element_of(const Butterfly& butterfly, int k);

  /// Values of this thread and where they go in an exchange buffer; only where `active`, if so.
  struct Put {
    std::vector<ast::Expr> addresses;
    std::vector<Complex> values;
    std::optional<ast::Expr> active;
  };
  /// An exchange of the caller's own: what lies at `gets` once all threads have put theirs. Its
  /// addresses are below `elements`.
  Values passed(const std::vector<Put>& puts, const std::vector<std::vector<ast::Expr>>& gets,
                int elements);

  /// Called once, when all transforms are written.
  void declare_shared();
  /// Elements of the first exchange buffer, so far.
  int exchange_elements() const { return shared_sizes_.front(); }

  /// Adds pairs of floats to the table; returns the place of the first, in pairs.
  int add_to_table(const Table& pairs);
  /// Pairs of floats for the buffer `twiddles`; empty where there is none.
  const Table& table() const { return *table_; }
  static constexpr const char* kTableName = "twiddles";

 private:
  struct StageTable {
    TwiddlePlan plan;
    int offset = 0;
    int run = 0;  ///< whose it is
  };
  void next_run();
  /// Forward, or with the radices in reverse order: that takes what forward() gives, and gives what
  /// it takes.
  Values transformed(Values values, bool back);
  /// Forward, by a convolution with a chirp.
  Values convolved_with_chirp(Values values);
  /// Values of butterflies of `radix` times pairs of the table, from `place` on; 0 from `count` on.
  Values times_table(const Values& values, int radix, const ast::Expr& place, int count);
  Values exchanged(const Values& values, const ExchangeStep& step, bool back);
  /// Sees to it that a buffer has so many elements and that nobody needs any more what is in it.
  int begin_exchange(int elements);
  Values through(int buffer, const std::vector<Put>& puts,
                 const std::vector<std::vector<ast::Expr>>& gets);
  ast::Scope scope() const {
    return of_warp_ || shape_.in_warps ? ast::Scope::warp : ast::Scope::block;
  }
  std::vector<std::vector<ast::Expr>> addresses(const ExchangeStep& step,
                                                const ExchangeLayout& layout, bool writing);
  /// A stage after others whose radices' product is `before`.
  Values stage(Values values, const std::vector<Butterfly>& butterflies, int before);
  const StageTable& stage_table(int radix, int before);
  void clear_exchange(int elements);
  ast::Expr published_address(const ast::Expr& line, const ast::Expr& element) const;

  Builder& builder_;
  LineShape shape_;
  ast::Expr thread_;
  ast::Expr line_;
  std::optional<WarpLayouts> of_warp_;
  std::map<int, std::vector<Butterfly>> butterflies_;  // by radix
  std::vector<Butterfly> mirrors_;                     // of the last stage, if so
  std::shared_ptr<Table> table_;
  std::vector<StageTable> stages_;
  int runs_ = 0;
  std::vector<int> shared_sizes_;  // of each exchange buffer, complex elements
  int exchanges_ = 0;
  bool has_published_ = false, has_staged_ = false;
};

}  // namespace fftcore
