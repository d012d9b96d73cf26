// SPDX-License-Identifier: LGPL-2.1-or-later
// Roots of unity in a kernel's table: all of them where they are few, else two short tables whose
// entries are multiplied.
#pragma once

#include <cstdint>

#include "line_transform.h"

namespace fftcore {

/// exp(-2 pi i (first + n step) / circle), 0 <= n < count.
class RootTable {
 public:
  struct Roots {
    std::int64_t count = 1;
    std::int64_t first = 0;
    std::int64_t step = 1;
    std::int64_t circle = 1;
  };
  /// Both must outlive the table.
  RootTable(Builder& builder, LineTransform& transform, const Roots& roots);

  Complex operator()(const ast::Expr& n) const;

 private:
  Builder& builder_;
  std::int64_t low_;  // entries of the first table; n / low_ is the number in the second
  bool is_single_;
  int low_table_, high_table_ = 0;
};

}  // namespace fftcore
