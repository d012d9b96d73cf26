// SPDX-License-Identifier: LGPL-2.1-or-later
// The last rows of many, each in the place of one that nobody needs any more.
#pragma once

#include <cstdint>
#include <vector>

#include "aligned_array.h"

namespace fftcore {

template <class Number>
class RowRing {
 public:
  RowRing(std::int64_t rows, std::int64_t stride)
      : rows_(rows), values_(rows * stride), pointers_(static_cast<std::size_t>(2 * rows)) {
    for (std::size_t i = 0; i < pointers_.size(); ++i)
      pointers_[i] = values_.data() + static_cast<std::int64_t>(i) % rows * stride;
  }

  Number* row(std::int64_t y) const { return pointers_[static_cast<std::size_t>(y % rows_)]; }
  /// Row y and those that follow, as many as there are.
  const Number* const* from(std::int64_t y) const { return pointers_.data() + y % rows_; }

 private:
  std::int64_t rows_;
  AlignedArray<Number> values_;
  std::vector<Number*> pointers_;  // twice, so that all that follow a row follow its pointer
};

}  // namespace fftcore
