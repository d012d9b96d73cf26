// SPDX-License-Identifier: LGPL-2.1-or-later
// The correlation of both windows by one transform of theirs, in shared memory.
#pragma once

#include <functional>
#include <optional>

#include "butterfly.h"
#include "window_sums.h"

namespace fftcore {

/// 1 over the root, and 0 for 0.
ast::Expr inverse_root(Builder& b, const ast::Expr& sum);

/// Points become S at each lag. A side's transform takes two butterflies, each of which leaves its
/// values where it found them, so that bins lie as WindowLine says and the inverse takes them from
/// there. Neighbouring threads have neighbouring columns, or rows a pitch apart that is odd: no
/// banks conflict.
///
/// The product is made where the columns' second butterfly is: a thread transforms part of a column
/// of bins and of its mirror, multiplies, and begins the inverse. S is real, so half of the columns
/// do. Values of the inverse are kept with their parts exchanged (complex.h).
class WindowTransform {
 public:
  WindowTransform(const WindowBlock& block, const WindowTable& table,
                  const GatheredWindows& windows, const WindowContrast& contrast);
  virtual ~WindowTransform() = default;
  WindowTransform(const WindowTransform&) = delete;
  WindowTransform& operator=(const WindowTransform&) = delete;

  /// Shared memory is in order before, and afterwards.
  void write();

 protected:
  using Side = WindowTable::Side;
  using Points = std::vector<Complex>;

  /// Windows are multiplied by these numbers.
  WindowTransform(const WindowBlock& block, const WindowTable& table,
                  const GatheredWindows& windows, const ast::Expr& scale_first,
                  const ast::Expr& scale_second);

  /// The columns' first butterfly is the last of it. Shared memory is in order afterwards.
  void transform();

  /// A column of bins: number 1 and so on of WindowTable::half_column(), or that of bin 0 or of
  /// half of the length.
  struct BinColumn {
    std::optional<ast::Expr> number;
    bool is_middle = false;
  };
  /// What a thread multiplies: part `group` of a column of bins, or of both columns that are their
  /// own mirrors as one, number 0. `column` is where the values of the inverse go.
  struct ProductTask {
    ast::Expr number, group, column;
  };
  using TakeProducts = std::function<void(const ProductTask& task, Points products)>;
  /// `is_apart`: a barrier lies between number 0 and the others.
  void each_product(const TakeProducts& take, bool is_apart = false);
  void begin_inverse(const ProductTask& task, Points values);
  /// Shared memory need not be in order before.
  void transform_back();

  /// Products of bins of Z = T + i X, and of the conjugates of the mirrored bins.
  virtual Points products(const Points& bins, const Points& mirrors, const ast::Expr& group,
                          const BinColumn& column);
  /// What the inverse is multiplied by.
  virtual double scale() const;

  /// The bin along rows of value m of a part.
  ast::Expr bin_row(const ast::Expr& group, std::size_t m) const {
    return group + static_cast<std::int64_t>(m) * down_.first;
  }

  const WindowBlock& block_;
  Builder& b_;
  const WindowSpec& spec_;
  const WindowTable& table_;

 private:
  void load_rows();
  Complex sample(const ast::Expr& row, const ast::Expr& column, const ast::Expr& row_weight,
                 const ast::Expr& at);
  void finish_rows();
  void begin_columns();
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
  Complex product(const Complex& z, const Complex& mirror, const ast::Expr& factor);

  const GatheredWindows& windows_;
  ast::Expr scale_first_, scale_second_;
  WindowLine down_, across_;
  int pitch_;
};

}  // namespace fftcore
