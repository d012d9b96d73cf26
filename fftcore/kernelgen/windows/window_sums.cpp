// SPDX-License-Identifier: LGPL-2.1-or-later
#include "window_sums.h"

#include <algorithm>

namespace fftcore {
namespace {

using ast::Expr;
using ast::integer;
using ast::real;

using Exprs = std::vector<Expr>;

/// Part of the second window's variance below which a lag's is nothing but rounding.
constexpr double kLeastPart = 0x1p-18;

class Summer {
 public:
  Summer(const WindowBlock& block, const WindowTable& table, const GatheredWindows& windows)
      : block_(block), b_(block.b), spec_(block.spec), table_(table), windows_(windows) {}

  WindowContrast contrast() {
    const Exprs sums = block_.sums_of(of_columns());
    const double first = area(spec_.window_rows, spec_.window_columns),
                 second = area(spec_.second_rows(), spec_.second_columns());
    const auto has_more = [&](const Expr& deviation, const Expr& mean) {
      return less(maximum(real(spec_.flat), absolute(mean) * real(kLeastDeviation)), deviation);
    };
    const auto deviation = [&](const Expr& sum, double count) {
      return b_.let("deviation", square_root(sum * real(1 / count)));
    };
    const Expr of_first = deviation(sums[0], first);
    const Expr of_second = deviation(sums[1], second);
    const Expr has_contrast = b_.let(
        "has_contrast",
        both(has_more(of_first, windows_.mean_first), has_more(of_second, windows_.mean_second)));
    const std::size_t tapered = spec_.has_taper() ? 2 : 0;
    WindowContrast contrast{sums[0],           sums[1],  sums[tapered],
                            sums[tapered + 1], of_first, has_contrast};
    if (spec_.score == WindowScore::zncc) lag_factors(contrast.second);
    return contrast;
  }

 private:
  static double area(int rows, int columns) { return double(rows) * columns; }
  bool is_zncc() const { return spec_.score == WindowScore::zncc; }
  int plane() const { return spec_.lag_rows() * spec_.sums_pitch(); }

  struct Samples {
    Expr t, x;
  };
  /// Of both windows, less their means.
  Samples samples(const Expr& row, const Expr& column) {
    const Complex point = block_.point(row * spec_.pitch() + column);
    const Expr t = b_.let("t", point.re - windows_.mean_first);
    return {t, b_.let("x", point.im - windows_.mean_second)};
  }
  Expr with_square(const Expr& sum, const Expr& x) { return b_.let("sum", fma(x, x, sum)); }

  /// The thread's sums of squares of both windows, and tapered. A task is a column; of zncc its
  /// sums over the rows of each lag go to scratch.
  Exprs of_columns() {
    const Exprs none(spec_.has_taper() ? 4 : 2, real(0));
    return block_.carry(spec_.second_columns(), none, [&](const Expr& column, const Exprs& so_far) {
      const Expr has_first = b_.let("has_first", less(column, integer(spec_.window_columns)));
      Exprs initial{real(0), real(0), real(0)};
      if (spec_.has_taper()) initial.insert(initial.end(), {real(0), real(0)});
      const Exprs rows = b_.carry("row", integer(spec_.window_rows), initial,
                                  [&](const Expr& row, const Exprs& sums) {
                                    const auto [t, x] = samples(row, column);
                                    const Expr own = b_.let("t", select(has_first, t, real(0)));
                                    Exprs next;
                                    next.push_back(with_square(sums[0], own));
                                    next.push_back(with_square(sums[1], x));
                                    next.push_back(b_.let("sum", sums[2] + x));
                                    if (!spec_.has_taper()) return next;
                                    const Expr weight = table_.taper(WindowTable::Side::rows, row);
                                    next.push_back(with_square(sums[3], b_.let("t", own * weight)));
                                    next.push_back(with_square(sums[4], b_.let("x", x * weight)));
                                    return next;
                                  });
      Exprs sums = so_far;
      sums[0] = b_.let("sum", sums[0] + rows[0]);
      sums[1] = b_.let("sum", sums[1] + rows[1]);
      if (spec_.has_taper()) {
        const Expr weight = table_.taper(WindowTable::Side::columns, column);
        const Expr square = b_.let("square", weight * weight);
        sums[2] = b_.let("sum", fma(rows[3], square, sums[2]));
        sums[3] = b_.let("sum", fma(rows[4], square, sums[3]));
      }
      if (spec_.search > 0) sums[1] = below(column, rows[1], rows[2], sums[1]);
      return sums;
    });
  }

  void put_column(const Expr& lag, const Expr& column, const Expr& sum, const Expr& squares) {
    const Expr at = b_.let("p", lag * spec_.sums_pitch() + column);
    b_.store_shared(WindowBlock::kScratch, at, {sum});
    b_.store_shared(WindowBlock::kScratch, at + plane(), {squares});
  }

  /// Rows below the first lag's. Returns the sum of squares with theirs.
  Expr below(const Expr& column, const Expr& squares, const Expr& sum, const Expr& all) {
    if (is_zncc()) put_column(integer(0), column, sum, squares);
    return b_.carry("lag", integer(2 * spec_.search), {sum, squares, all},
                    [&](const Expr& lag, const Exprs& sums) {
                      const Samples enters = samples(lag + spec_.window_rows, column);
                      const Expr whole = with_square(sums[2], enters.x);
                      if (!is_zncc()) return Exprs{sums[0], sums[1], whole};
                      const Expr leaves = samples(lag, column).x;
                      const Expr next = b_.let("sum", sums[0] + enters.x - leaves);
                      const Expr with = with_square(sums[1], enters.x);
                      const Expr without = b_.let("sum", fma(-leaves, leaves, with));
                      put_column(lag + 1, column, next, without);
                      return Exprs{next, without, whole};
                    })[2];
  }

  /// A task is a row of lags, and some of its columns.
  void lag_factors(const Expr& all) {
    const int rows = spec_.lag_rows(), columns = spec_.lag_columns();
    // Each group adds up a whole window's columns first.
    constexpr int kLeastLength = 4;
    const int most = std::clamp(spec_.threads / rows, 1, columns),
              length = std::max((columns + most - 1) / most, std::min(kLeastLength, columns)),
              groups = (columns + length - 1) / length;
    const auto sums_at = [&](const Expr& at) {
      const Expr sum = block_.number(WindowBlock::kScratch, at);
      return Exprs{sum, block_.number(WindowBlock::kScratch, at + plane())};
    };
    const double count = area(spec_.window_rows, spec_.window_columns);
    const double least_part =
        kLeastPart * count / area(spec_.second_rows(), spec_.second_columns());
    const Expr norm = b_.let("norm", square_root(all));
    const Expr least =
        b_.let("least", maximum(real(spec_.flat * spec_.flat * count), all * real(least_part)));
    block_.each(rows * groups, [&](const Expr& task) {
      const Expr lag = b_.let("lag", task % rows);
      const Expr first = b_.let("first", task / rows * length);
      const Expr line = b_.let("line", lag * spec_.sums_pitch());
      const Exprs start = b_.carry("i", integer(spec_.window_columns), {real(0), real(0)},
                                   [&](const Expr& i, const Exprs& sums) {
                                     const Expr column =
                                         minimum(first + i, integer(spec_.second_columns() - 1));
                                     const Exprs more = sums_at(b_.let("p", line + column));
                                     const Expr sum = b_.let("sum", sums[0] + more[0]);
                                     return Exprs{sum, b_.let("sum", sums[1] + more[1])};
                                   });
      const Expr rounds = b_.let("rounds", minimum(integer(length), integer(columns) - first));
      b_.carry("i", rounds, start, [&](const Expr& i, const Exprs& sums) {
        const Expr column = b_.let("column", first + i);
        const Expr own = b_.let("own", fma(sums[0] * real(-1 / count), sums[0], sums[1]));
        const Expr factor =
            b_.let("factor", select(less(least, own), norm / square_root(own), real(0)));
        b_.store_shared(WindowBlock::kLags, lag * columns + column, {factor});
        const Exprs leaves = sums_at(b_.let("p", line + column));
        const Expr last =
            minimum(column + spec_.window_columns, integer(spec_.second_columns() - 1));
        const Exprs enters = sums_at(b_.let("p", line + last));
        const Expr sum = b_.let("sum", sums[0] + enters[0] - leaves[0]);
        return Exprs{sum, b_.let("sum", sums[1] + enters[1] - leaves[1])};
      });
    });
    b_.barrier();
  }

  const WindowBlock& block_;
  Builder& b_;
  const WindowSpec& spec_;
  const WindowTable& table_;
  const GatheredWindows& windows_;
};

}  // namespace

WindowContrast window_contrast(const WindowBlock& block, const WindowTable& table,
                               const GatheredWindows& windows) {
  return Summer(block, table, windows).contrast();
}

}  // namespace fftcore
