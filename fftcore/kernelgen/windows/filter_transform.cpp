// SPDX-License-Identifier: LGPL-2.1-or-later
#include "filter_transform.h"

#include <algorithm>
#include <cmath>

namespace fftcore {

using ast::Expr;
using ast::integer;
using ast::real;

FilterTransform::FilterTransform(const WindowBlock& block, const WindowTable& table,
                                 const GatheredWindows& windows, const FilterSpec& filter,
                                 const FilterMeeting& meeting, int first_channel, Pair pair)
    : WindowTransform(block, table, windows, meeting.factor, meeting.factor),
      filter_(filter),
      meeting_(meeting),
      first_channel_(first_channel),
      pair_(pair),
      row_stride_(b_.scalar("state_row_stride", ast::Type::i32)),
      plane_stride_(b_.let("plane", row_stride_ * filter.windows.down.length())),
      kept_(b_.let("kept", real(1) - meeting.rate)),
      learns_(b_.let("learns", less(real(0), meeting.rate))) {}

void FilterTransform::write() {
  const int rows = filter_.windows.down.length();
  transform();
  const auto take = [&](const ProductTask& task, Points values) {
    if (pair_ == Pair::only) return begin_inverse(task, std::move(values));
    for (std::size_t m = 0; m < values.size(); ++m) {
      const Expr at = b_.let("at", task.number * rows + bin_row(task.group, m));
      if (pair_ == Pair::first)
        b_.store_shared(kProducts, at, {values[m].re, values[m].im});
      else
        values[m] = add(b_, values[m], block_.point(kProducts, at));
    }
    if (pair_ == Pair::last) begin_inverse(task, std::move(values));
  };
  // PoCL 3.1 leaves out what is before number 0 where no barrier is between.
  each_product(take, pair_ == Pair::first);
  if (pair_ == Pair::first)
    b_.barrier();
  else
    transform_back();
}

Expr FilterTransform::stored(int plane, const Expr& at) const {
  return b_.let("stored", ast::LoadGlobal{kState, at + plane_stride_ * plane, 1});
}

void FilterTransform::store(int plane, const Expr& at, const Expr& value) const {
  b_.store_global(kState, at + plane_stride_ * plane, {value});
}

Expr FilterTransform::learned(const Expr& before, const Expr& value) const {
  const Expr remains = b_.let("kept", select(less(real(0), kept_), kept_ * before, real(0)));
  return b_.let("learned", fma(meeting_.rate, value, remains));
}

Complex FilterTransform::meet(const Complex& x, int channel, const Expr& at, const Expr& wanted) {
  const Expr re = stored(2 * channel, at);
  const Expr im = stored(2 * channel + 1, at);
  const Expr new_re = learned(re, b_.let("wanted", wanted * x.re));
  const Expr new_im = learned(im, b_.let("wanted", wanted * x.im));
  b_.when(learns_, [&] {
    store(2 * channel, at, new_re);
    store(2 * channel + 1, at, new_im);
  });
  return {b_.let("r", fma(re, x.re, im * x.im)), b_.let("r", fma(re, x.im, -(im * x.re)))};
}

FilterTransform::Points FilterTransform::products(const Points& bins, const Points& mirrors,
                                                  const Expr& group, const BinColumn& column) {
  const int rows = filter_.windows.down.length();
  const Expr bin = column.number      ? table_.bin_of(*column.number)
                   : column.is_middle ? integer(filter_.windows.across.length() / 2)
                                      : integer(0);
  const Expr of_column = table_.wanted(Side::columns, bin);
  const bool has_second = first_channel_ + 1 < filter_.channels();
  Points result;
  for (std::size_t m = 0; m < bins.size(); ++m) {
    const Expr row = b_.let("row", bin_row(group, m));
    const Expr at = b_.let("at", meeting_.first + row * row_stride_ + bin);
    const Expr wanted = b_.let("wanted", of_column * table_.wanted(Side::rows, row));
    // Z = T + i X: T is half of the sum, and i X half of the difference.
    const Complex sum = scaled(b_, add(b_, bins[m], mirrors[m]), real(0.5));
    Complex product = meet(sum, first_channel_, at, wanted);
    Expr power = b_.let("power", fma(sum.re, sum.re, sum.im * sum.im));
    if (has_second) {
      const Complex rest = scaled(b_, subtract(b_, bins[m], mirrors[m]), real(0.5));
      const Complex x{rest.im, b_.let("r", -rest.re)};
      product = add(b_, product, meet(x, first_channel_ + 1, at, wanted));
      power = b_.let("power", fma(x.re, x.re, fma(x.im, x.im, power)));
    }
    const Expr before = stored(2 * filter_.channels(), at);
    const Expr kept_at = b_.let("kept", bin * rows + row);
    if (pair_ == Pair::first) {
      b_.store_shared(kPowers, kept_at, {power});
    } else {
      const Expr all =
          pair_ == Pair::only ? power : b_.let("power", power + block_.number(kPowers, kept_at));
      const Expr now = learned(before, all);
      b_.when(learns_, [&] { store(2 * filter_.channels(), at, now); });
    }
    result.push_back(
        scaled(b_, product, b_.let("share", real(1) / (before + real(filter_.regularization)))));
  }
  return result;
}

double FilterTransform::scale() const {
  const auto sum = [&](int points) {
    double all = 0;
    for (int i = 0; i < points; ++i) {
      const double lag = std::min(i, points - i);
      all += std::exp(-lag * lag / (2 * filter_.width * filter_.width));
    }
    return all / points;
  };
  return sum(filter_.windows.down.length()) * sum(filter_.windows.across.length());
}

}  // namespace fftcore
