// SPDX-License-Identifier: LGPL-2.1-or-later
// Where the values of a line lie in shared memory between two stages of its transform, such that
// neither writing nor reading meets bank conflicts if that can be had.
#pragma once

#include <limits>

#include "line_shape.h"

namespace fftcore {

/// The exchange between stage `stage` and the next.
struct ExchangeStep {
  int length = 1;
  int write_radix = 1;
  int read_radix = 1;
  int before = 1;  ///< the product of the radices before the writing stage
  /// The butterflies of the writing or of the reading stage are dealt out as LineShape::has_mirrors
  /// says.
  bool writes_mirrors = false, reads_mirrors = false;

  /// In Stockham's order element e is value e / before % write_radix of a butterfly of the writing
  /// stage, and value e / (length / read_radix) of one of the reading stage. A group is what
  /// `before` neighbouring butterflies have written, a block all the groups that are one value each
  /// of the reading ones.
  int group() const { return before * write_radix; }
  int groups_of_block() const { return length / read_radix / group(); }
};
/// A step of the forward transform, or of the inverse, whose radices come in reverse order.
ExchangeStep exchange_step(const LineShape& shape, std::size_t stage, bool back);

/// An element's address is linear in its block, its group in that, its value in that, and its
/// butterfly of `before`: so the values of a butterfly are constants apart, written or read.
struct ExchangeLayout {
  int value_stride = 1;
  int group_stride = 0;
  int block_stride = 0;
  int element_stride = 1;  ///< of all the addresses of a line
  int line_stride = 0;
  int size = 0;  ///< elements of the array, all lines of the block
};

/// Address of value k of butterfly j of the writing stage, in its line; for numbers and for
/// expressions.
template <class Index>
Index written_at(const ExchangeLayout& layout, const ExchangeStep& step, const Index& j, int k) {
  const int groups = step.groups_of_block(), of_block = groups * step.before;
  const bool has_blocks = layout.block_stride != groups * layout.group_stride;
  const Index in_block = has_blocks ? Index(j % of_block) : j;
  const Index first =
      layout.group_stride == step.before
          ? in_block
          : Index(in_block / step.before * layout.group_stride + in_block % step.before);
  return ((has_blocks ? Index(first + j / of_block * layout.block_stride) : first) +
          k * layout.value_stride) *
         layout.element_stride;
}
/// Address of value k of butterfly j of the reading stage.
template <class Index>
Index read_at(const ExchangeLayout& layout, const ExchangeStep& step, const Index& j, int k) {
  const bool has_groups = step.groups_of_block() > 1;
  const Index of_group = has_groups ? Index(j % step.group()) : j;
  const Index first = of_group / step.before * layout.value_stride + of_group % step.before;
  return ((has_groups ? Index(first + j / step.group() * layout.group_stride) : first) +
          k * layout.block_stride) *
         layout.element_stride;
}

struct ExchangeCost {
  int rounds = 0;        ///< of the shared memory, for all warps of a block
  int least_rounds = 0;  ///< the same without conflicts
};
/// Counting ends early where there are more than `most` rounds.
ExchangeCost exchange_cost(const LineShape& shape, const ExchangeStep& step,
                           const ExchangeLayout& layout,
                           int most = std::numeric_limits<int>::max());

/// The layout with the least cost.
ExchangeLayout choose_layout(const LineShape& shape, const ExchangeStep& step);

/// Whether the addresses of butterfly j + later and of butterfly j are as far apart for every j <
/// threads; if so that is put into `distance`.
bool is_constant_step(const LineShape& shape, const ExchangeStep& step,
                      const ExchangeLayout& layout, bool writing, int later, int& distance);

}  // namespace fftcore
