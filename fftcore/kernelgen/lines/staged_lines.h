// SPDX-License-Identifier: LGPL-2.1-or-later
// Lines that go by way of shared memory (LineSpec::is_staged).
#pragma once

#include <functional>

#include "access.h"

namespace fftcore {

class StagedLines {
 public:
  /// Where a line of the block is, by its number.
  using Positions = std::function<LinePosition(const ast::Expr&)>;
  /// All must outlive it. `elements` of each line are staged.
  StagedLines(Builder& builder, LineTransform& transform, Positions positions, int elements);

  /// The values of this thread's butterflies of `radix`; 0 beyond the elements. `loader` gives what
  /// loads elements of a line.
  Values load(int radix, const std::function<Loader(const LinePosition&)>& loader);

  /// Begins a store: put() what the thread has, then store().
  void begin_store();
  /// A butterfly's values, as far as they are elements before `end`.
  void put(const Butterfly& butterfly, const std::vector<Complex>& values, int end);
  void store(const std::function<Storer(const LinePosition&)>& storer);

 private:
  /// Calls `each` for this thread's share of the block's elements: where it lies in shared memory,
  /// the element's line, and the element.
  void for_each_share(
      const std::function<void(const ast::Expr&, const LinePosition&, const Butterfly&)>& each);
  ast::Expr own(const ast::Expr& element) const { return transform_.line() * pitch_ + element; }

  Builder& builder_;
  LineTransform& transform_;
  Positions positions_;
  int elements_;
  int pitch_;  // odd, so that threads that read their lines meet no bank conflicts
};

}  // namespace fftcore
