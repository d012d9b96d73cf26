// SPDX-License-Identifier: LGPL-2.1-or-later
// The table of the kernel of windows.
#pragma once

#include <optional>

#include "table.h"
#include "window_block.h"

namespace fftcore {

/// The response that filters are to have: the DFT of a Gaussian of lags, over its sum.
struct GaussianBins {
  double width = 2;  ///< its standard deviation, in samples
};

class WindowTable {
 public:
  enum class Side : std::uint8_t { rows, columns };  ///< The transform of columns is along rows.

  /// `wanted`: of filters, whose half columns are bins from 1 on.
  WindowTable(const WindowBlock& block, std::optional<GaussianBins> wanted = {});

  /// exp(-2 pi i number / length) of a side's transform.
  Complex root(Side side, const ast::Expr& number) const;
  /// Where the columns of bin k and of -k are, k = 1 and so on, in another order. The first has
  /// bins 0 and half of the length, and the spare column where there is no such.
  struct Columns {
    ast::Expr own, mirror;
  };
  Columns half_column(const ast::Expr& number) const;
  /// Weight of a row or a column.
  ast::Expr taper(Side side, const ast::Expr& number) const;
  /// Factors of W of phase correlation, whose product is that of a bin over the mean of all.
  ast::Expr factor_of_row(const ast::Expr& bin) const;
  ast::Expr factor_of_column(const ast::Expr& half_column) const;
  /// Of bins 0 and half of the length.
  ast::Expr factor_of_first_column() const { return ast::real(first_factor_); }
  ast::Expr factor_of_middle_column() const { return ast::real(middle_factor_); }

  /// Of filters: the bin of a half column, and the wanted response's factors of rows and columns.
  ast::Expr bin_of(const ast::Expr& half_column) const;
  ast::Expr wanted(Side side, const ast::Expr& bin) const;

  const Table& numbers() const { return table_; }

 private:
  ast::Expr number(int first, const ast::Expr& at) const;

  const WindowBlock& block_;
  Table table_;
  int roots_of_rows_ = 0, roots_of_columns_ = 0, halves_ = 0;  // in pairs
  int taper_rows_ = 0, taper_columns_ = 0, factors_of_rows_ = 0, factors_of_columns_ = 0;
  int bins_ = 0, wanted_rows_ = 0, wanted_columns_ = 0;  // of filters
  double first_factor_ = 1, middle_factor_ = 1;
};

}  // namespace fftcore
