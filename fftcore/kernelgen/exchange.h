// SPDX-License-Identifier: LGPL-2.1-or-later
// Where the values of a line lie in shared memory between two stages of its transform, such that neither writing nor reading meets
// bank conflicts if that can be had.
#pragma once

#include <limits>

#include "line_shape.h"

namespace fftcore {

/// Stockham's order: what butterfly j of stage s has as its k-th result goes to write_index(), and butterfly j of the next stage takes
/// its k-th value from read_index(). `before` is the product of the radices before s. Works for numbers and for expressions.
template <class Index>
Index write_index(const Index& j, int k, int radix, int before) {
  if (before == 1) return j * radix + k;
  return j / before * (before * radix) + j % before + k * before;
}
template <class Index>
Index read_index(const Index& j, int k, int radix, int length) {
  return j + k * (length / radix);
}

/// Element `index` of line `line` lies at line * line_stride + (index + index / period * padding) * element_stride.
struct ExchangeLayout {
  int period = 0;  ///< 0: no padding
  int padding = 0;
  int element_stride = 1;
  int line_stride = 0;
  int size = 0;  ///< elements of the array, all lines of the block

  template <class Index>
  Index address(const Index& index) const {
    return period == 0 ? Index(index * element_stride) : Index((index + index / period * padding) * element_stride);
  }
};

/// The exchange between stage `stage` and the next.
struct ExchangeStep {
  int write_radix = 1;
  int read_radix = 1;
  int before = 1;
  bool reads_opposites = false;  ///< what is read is the last stage's, as LineShape::has_opposites
};
ExchangeStep exchange_step(const LineShape& shape, std::size_t stage);

struct ExchangeCost {
  int rounds = 0;        ///< of the shared memory, for all warps of a block
  int least_rounds = 0;  ///< the same without conflicts
  int computed = 0;      ///< addresses a thread that are more than a base and a constant
};
/// Not counted to the end where there are more than `most` rounds.
ExchangeCost exchange_cost(const LineShape& shape, const ExchangeStep& step, const ExchangeLayout& layout,
                           double most = std::numeric_limits<double>::infinity());

/// The layout with the least cost.
ExchangeLayout choose_layout(const LineShape& shape, const ExchangeStep& step);

/// Whether address(index(j, k)) - address(index(j, 0)) is the same for every j, `index` being the write or the read order; if so it is put
/// into `distance`.
bool is_constant_distance(const LineShape& shape, const ExchangeStep& step, const ExchangeLayout& layout, bool writing, int k, int& distance);
/// The same for address(index(j + later, 0)) - address(index(j, 0)), for j < threads.
bool is_constant_step(const LineShape& shape, const ExchangeStep& step, const ExchangeLayout& layout, bool writing, int later, int& distance);

}  // namespace fftcore
