// SPDX-License-Identifier: LGPL-2.1-or-later
#include "window_transform.h"

#include <cmath>

namespace fftcore {
using ast::Expr;
using ast::integer;
using ast::real;

Expr inverse_root(Builder& b, const Expr& sum) {
  return b.let("scale", select(less(real(0), sum), real(1) / square_root(sum), real(0)));
}

WindowTransform::WindowTransform(const WindowBlock& block, const WindowTable& table,
                                 const GatheredWindows& windows, const Expr& scale_first,
                                 const Expr& scale_second)
    : block_(block),
      b_(block.b),
      spec_(block.spec),
      table_(table),
      windows_(windows),
      scale_first_(scale_first),
      scale_second_(scale_second),
      down_(spec_.down),
      across_(spec_.across),
      pitch_(spec_.pitch()) {}

WindowTransform::WindowTransform(const WindowBlock& block, const WindowTable& table,
                                 const GatheredWindows& windows, const WindowContrast& contrast)
    : WindowTransform{block, table, windows, inverse_root(block.b, contrast.tapered_first),
                      inverse_root(block.b, contrast.tapered_second)} {}

void WindowTransform::write() {
  transform();
  each_product([&](const ProductTask& task, Points values) { begin_inverse(task, values); });
  transform_back();
}

void WindowTransform::transform() {
  load_rows();
  b_.barrier();
  finish_rows();
  b_.barrier();
  begin_columns();
  b_.barrier();
}

void WindowTransform::transform_back() {
  b_.barrier();
  finish_columns();
  b_.barrier();
  begin_inverse_rows();
  b_.barrier();
  finish_inverse_rows();
  b_.barrier();
}

WindowTransform::Points WindowTransform::points(const Expr& first, int step, int count) {
  Points values;
  for (int i = 0; i < count; ++i) values.push_back(block_.point(first + std::int64_t{i} * step));
  return values;
}

void WindowTransform::put(const Expr& first, int step, const Points& values) {
  for (std::size_t i = 0; i < values.size(); ++i)
    block_.put_point(first + static_cast<std::int64_t>(i) * step, values[i]);
}

void WindowTransform::rotate(Side side, Points& values, const Expr& number) {
  for (std::size_t k = 1; k < values.size(); ++k)
    values[k] =
        fftcore::multiply(b_, values[k], table_.root(side, number * static_cast<std::int64_t>(k)));
}

/// A point of both windows less their means, tapered; sums of squares are 1.
Complex WindowTransform::sample(const Expr& row, const Expr& column, const Expr& row_weight,
                                const Expr& at) {
  const Complex point = block_.point(at);
  const Expr has_second = less(column, integer(spec_.second_columns())),
             has_first = both(less(row, integer(spec_.window_rows)),
                              less(column, integer(spec_.window_columns)));
  const Expr is_first = b_.let("has_first", has_first);
  const Expr t = b_.let("t", point.re - windows_.mean_first);
  if (spec_.keeps_window)
    b_.when(is_first, [&] {
      b_.store_shared(WindowBlock::kScratch, row * spec_.window_pitch() + column, {t});
    });
  const Expr x = b_.let("x", point.im - windows_.mean_second);
  Expr first = scale_first_, second = scale_second_;
  if (spec_.has_taper()) {
    const Expr weight = b_.let("weight", row_weight * table_.taper(Side::columns, column));
    first = b_.let("scale", first * weight);
    second = b_.let("scale", second * weight);
  }
  const Expr own = b_.let("t", select(is_first, t * first, real(0)));
  return {own, across_.length() > spec_.second_columns()
                   ? b_.let("x", select(has_second, x * second, real(0)))
                   : b_.let("x", x * second)};
}

void WindowTransform::load_rows() {
  const int rows = spec_.second_rows();
  block_.each(rows * across_.last, [&](const Expr& task) {
    const Expr row = b_.let("row", task % rows);
    const Expr j = b_.let("j", task / rows);
    const Expr first = b_.let("p", row * pitch_ + j);
    const Expr weight = spec_.has_taper() ? table_.taper(Side::rows, row) : real(1);
    Points values;
    for (int i = 0; i < across_.first; ++i) {
      const int apart = i * across_.last;
      values.push_back(sample(row, j + apart, weight, first + apart));
    }
    values = butterfly(b_, values);
    rotate(Side::columns, values, j);
    put(first, across_.last, values);
  });
}

void WindowTransform::finish_rows() {
  const int rows = spec_.second_rows();
  block_.each(rows * across_.first, [&](const Expr& task) {
    const Expr first = b_.let("p", task % rows * pitch_ + task / rows * across_.last);
    put(first, 1, butterfly(b_, points(first, 1, across_.last)));
  });
}

void WindowTransform::begin_columns() {
  const int columns = across_.length();
  block_.each(columns * down_.last, [&](const Expr& task) {
    const Expr j = b_.let("j", task / columns);
    const Expr first = b_.let("p", j * pitch_ + task % columns);
    Points values;
    for (int i = 0; i < down_.first; ++i) {
      const int apart = i * down_.last;
      const Expr at = first + std::int64_t{apart} * pitch_;
      if (apart + down_.last <= spec_.second_rows()) {
        values.push_back(block_.point(at));
        continue;
      }
      // Rows below the windows are zeros, which were not stored.
      const ast::LoadShared load{WindowBlock::kPoints, ast::Type::real_x2, at};
      values.push_back(parts(b_, select(less(j + apart, integer(spec_.second_rows())), load,
                                        ast::Literal{ast::Type::real_x2, 0})));
    }
    values = butterfly(b_, values);
    rotate(Side::rows, values, j);
    put(first, down_.last * pitch_, values);
  });
}

WindowTransform::Points WindowTransform::column_bins(const Expr& column, const Expr& group) {
  const Expr first = b_.let("p", group * (down_.last * pitch_) + column);
  return butterfly(b_, points(first, pitch_, down_.last));
}

WindowTransform::Points WindowTransform::mirrored_bins(const Expr& column, const Expr& group) {
  const Expr is_first = b_.let("is_first", is_zero(group));
  const Expr mirror = b_.let("mirror", select(is_first, integer(0), integer(down_.first) - group));
  const Points bins = column_bins(column, mirror);
  Points result;
  for (int m = 0; m < down_.last; ++m) {
    const Complex &of_first = bins[static_cast<std::size_t>((down_.last - m) % down_.last)],
                  &of_others = bins[static_cast<std::size_t>(down_.last - 1 - m)];
    const Expr re = b_.let("r", select(is_first, of_first.re, of_others.re));
    result.push_back({re, b_.let("r", select(is_first, -of_first.im, -of_others.im))});
  }
  return result;
}

/// conj(T) X, where 2 T is the sum and 2 i X the difference.
Complex WindowTransform::product(const Complex& z, const Complex& mirror, const Expr& factor) {
  const Complex sum = add(b_, z, mirror), rest = subtract(b_, z, mirror);
  const Complex cross{b_.let("r", fma(sum.re, rest.im, -(sum.im * rest.re))),
                      b_.let("r", -fma(sum.re, rest.re, sum.im * rest.im))};
  if (spec_.score != WindowScore::phase) return cross;
  // Sums of squares are 1, so that P and Q are.
  constexpr double kParts = 4, kNoise = double{kWindowNoise} * kWindowNoise;
  const Expr of_sum = b_.let("power", fma(sum.re, sum.re, sum.im * sum.im));
  const Expr of_rest = b_.let("power", fma(rest.re, rest.re, rest.im * rest.im));
  const Expr weight = b_.let(
      "weight", factor / (square_root(of_sum) * square_root(of_rest) + real(kParts * kNoise)));
  return scaled(b_, cross, weight);
}

WindowTransform::Points WindowTransform::products(const Points& bins, const Points& mirrors,
                                                  const Expr& group, const BinColumn& column) {
  const bool is_phase = spec_.score == WindowScore::phase;
  const Expr of_column = !is_phase          ? real(1)
                         : column.number    ? table_.factor_of_column(*column.number)
                         : column.is_middle ? table_.factor_of_middle_column()
                                            : table_.factor_of_first_column();
  Points result;
  for (std::size_t m = 0; m < bins.size(); ++m) {
    Expr factor = real(1);
    if (is_phase) factor = b_.let("factor", of_column * table_.factor_of_row(bin_row(group, m)));
    result.push_back(product(bins[m], mirrors[m], factor));
  }
  return result;
}

void WindowTransform::each_product(const TakeProducts& take, bool is_apart) {
  const int columns = spec_.half_columns() - 1;
  if (columns > 0)
    block_.each(columns * down_.first, [&](const Expr& task) {
      const Expr number = b_.let("number", task % columns + 1);
      const Expr group = b_.let("group", task / columns);
      const auto [own, mirror] = table_.half_column(number);
      const Points bins = column_bins(own, group);
      const Points mirrors = mirrored_bins(mirror, group);
      take({number, group, own}, products(bins, mirrors, group, {number, false}));
    });
  if (is_apart) b_.barrier();
  // Columns of bins 0 and half of the length are their own mirrors, and those of products give real
  // columns of sums, so both go as one.
  const bool has_middle = across_.length() % 2 == 0;
  block_.each(down_.first, [&](const Expr& group) {
    const auto column = [&](int at, bool is_middle) {
      const Points bins = column_bins(integer(at), group);
      const Points mirrors = mirrored_bins(integer(at), group);
      return products(bins, mirrors, group, {{}, is_middle});
    };
    Points values = column(0, false);
    if (has_middle) {
      const Points middle = column(across_.place_of(across_.length() / 2), true);
      for (std::size_t m = 0; m < values.size(); ++m) {
        const Expr re = b_.let("r", values[m].re - middle[m].im);
        values[m] = {re, b_.let("r", values[m].im + middle[m].re)};
      }
    }
    take({integer(0), group, integer(spec_.spare_column())}, std::move(values));
  });
}

void WindowTransform::begin_inverse(const ProductTask& task, Points values) {
  for (Complex& value : values) value = swapped(value);
  values = butterfly(b_, values);
  rotate(Side::rows, values, task.group);
  put(b_.let("p", task.group * (down_.last * pitch_) + task.column), pitch_, values);
}

/// Rows of lags alone are wanted.
void WindowTransform::finish_columns() {
  const int columns = spec_.half_columns();
  block_.each(columns * down_.last, [&](const Expr& task) {
    const Expr number = b_.let("number", task % columns);
    const Expr j = b_.let("j", task / columns);
    const Expr is_real = b_.let("is_real", is_zero(number));
    const auto [own, mirror] = table_.half_column(number);
    const Expr from = b_.let("from", select(is_real, integer(spec_.spare_column()), own));
    const Expr line = b_.let("line", j * pitch_);
    const Points values =
        butterfly(b_, points(b_.let("p", line + from), down_.last * pitch_, down_.first));
    for (int i = 0; i * down_.last < spec_.lag_rows(); ++i) {
      const Complex& value = values[static_cast<std::size_t>(i)];
      const Expr row = b_.let("row", line + std::int64_t{i} * down_.last * pitch_);
      block_.put_point(row + own, {select(is_real, real(0), value.re), value.im});
      block_.put_point(row + mirror,
                       {select(is_real, real(0), -value.re), select(is_real, value.re, value.im)});
    }
  });
}

void WindowTransform::begin_inverse_rows() {
  const int rows = spec_.lag_rows();
  block_.each(rows * across_.first, [&](const Expr& task) {
    const Expr group = b_.let("group", task / rows);
    const Expr first = b_.let("p", task % rows * pitch_ + group * across_.last);
    Points values = butterfly(b_, points(first, 1, across_.last));
    rotate(Side::columns, values, group);
    put(first, 1, values);
  });
}

double WindowTransform::scale() const {
  constexpr double kParts = 4;  // of conj(T) X that product() gives
  const double scale = 1 / (double(down_.length()) * across_.length());
  if (spec_.score == WindowScore::phase) return scale;
  if (spec_.score == WindowScore::zncc) return scale / kParts;
  // By the second window's mean of squares, not its sum.
  return scale / kParts *
         std::sqrt(double(spec_.second_rows()) * spec_.second_columns() /
                   (double(spec_.window_rows) * spec_.window_columns));
}

void WindowTransform::finish_inverse_rows() {
  const int rows = spec_.lag_rows(), columns = spec_.lag_columns();
  const double scale = this->scale();
  block_.each(rows * across_.last, [&](const Expr& task) {
    const Expr j = b_.let("j", task / rows);
    const Expr row = b_.let("row", task % rows);
    const Expr first = b_.let("p", row * pitch_ + j);
    const Points values = butterfly(b_, points(first, across_.last, across_.first));
    const auto score_of = [&](int i) {
      return values[static_cast<std::size_t>(i)].im * real(scale);
    };
    if (spec_.is_in_place()) {
      for (int i = 0; i < across_.first; ++i)
        block_.put_point(first + std::int64_t{i} * across_.last,
                         {b_.let("score", score_of(i)), real(0)});
      return;
    }
    const Expr line = b_.let("line", row * columns);
    for (int i = 0; i * across_.last < columns; ++i) {
      const Expr column = b_.let("column", j + i * across_.last);
      const Expr at = b_.let("at", line + column);
      const auto put_score = [&] {
        Expr score = score_of(i);
        if (spec_.score == WindowScore::zncc)
          score = within(score * block_.number(WindowBlock::kLags, at), real(-1), real(1));
        b_.store_shared(WindowBlock::kLags, at, {b_.let("score", score)});
      };
      if ((i + 1) * across_.last <= columns)
        put_score();
      else
        b_.when(less(column, integer(columns)), put_score);
    }
  });
}

}  // namespace fftcore
