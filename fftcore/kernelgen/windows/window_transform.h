// SPDX-License-Identifier: LGPL-2.1-or-later
// The correlation of both windows by one transform of theirs, in shared memory.
#pragma once

#include "butterfly.h"
#include "window_sums.h"

namespace fftcore {

/// Points become kLags: S at each lag. A side's transform takes two butterflies, each of which
/// leaves its values where it found them, so that bins lie as WindowLine says and the inverse takes
/// them from there. Neighbouring threads have neighbouring columns, or rows a pitch apart that is
/// odd: no banks conflict.
///
/// The product is made where the columns' second butterfly is: a thread transforms part of a column
/// of bins and of its mirror, multiplies, and begins the inverse. S is real, so half of the columns
/// do. Values of the inverse are kept with their parts exchanged (complex.h).
class WindowTransform {
 public:
  WindowTransform(const WindowBlock& block, const WindowTable& table,
                  const GatheredWindows& windows, const WindowContrast& contrast);

  /// Shared memory is in order before, and afterwards.
  void write();

 private:
  using Side = WindowTable::Side;
  using Points = std::vector<Complex>;

  void load_rows();
  Complex sample(const ast::Expr& row, const ast::Expr& column, const ast::Expr& row_weight,
                 const ast::Expr& at);
  void finish_rows();
  void begin_columns();
  void multiply();
  void multiply_real_columns();
  void finish_columns();
  void begin_inverse_rows();
  void finish_inverse_rows();

  /// `count` points, `step` apart.
  Points points(const ast::Expr& first, int step, int count);
  void put(const ast::Expr& first, int step, const Points& values);
  /// Values k of a butterfly times the root of `number` * k.
  void rotate(Side side, Points& values, const ast::Expr& number);
  /// Part `group` of a column of bins.
  Points column_bins(const ast::Expr& column, const ast::Expr& group);
  /// The same of the mirrored column: the conjugates of the mirrored bins.
  Points mirrored_bins(const ast::Expr& column, const ast::Expr& group);
  /// Of bins of Z = T + i X and of what mirrored_bins() gives.
  Complex product(const Complex& z, const Complex& mirror, const ast::Expr& factor);
  Points products(const Points& bins, const Points& mirrors, const ast::Expr& group,
                  const ast::Expr& column_factor);

  const WindowBlock& block_;
  Builder& b_;
  const WindowSpec& spec_;
  const WindowTable& table_;
  const GatheredWindows& windows_;
  ast::Expr scale_first_, scale_second_;
  WindowLine down_, across_;
  int pitch_;
};

}  // namespace fftcore
