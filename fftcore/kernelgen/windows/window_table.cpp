// SPDX-License-Identifier: LGPL-2.1-or-later
#include "window_table.h"

#include <algorithm>
#include <cmath>

#include "unit_root.h"

namespace fftcore {
namespace {

using ast::Expr;

void add_roots(Table& table, int length) {
  for (int i = 0; i < length; ++i) {
    const auto root = unit_root(i, length);
    table.push_back(static_cast<double>(root.real()));
    table.push_back(static_cast<double>(root.imag()));
  }
}

/// W's factor of an axis, which is 1 where W is.
double band(int bin, int length, double bandwidth) {
  if (bandwidth == 0) return 1;
  const double frequency = static_cast<double>(std::min(bin, length - bin)) / length;
  return std::exp(-frequency * frequency / (2 * bandwidth * bandwidth));
}

double mean_of_band(int length, double bandwidth) {
  double sum = 0;
  for (int bin = 0; bin < length; ++bin) sum += band(bin, length, bandwidth);
  return sum / length;
}

/// Bins of the DFT of a Gaussian of lags that go round, over its sum.
void add_gaussian(Table& table, int length, double width) {
  std::vector<double> values;
  double sum = 0;
  for (int i = 0; i < length; ++i) {
    const double lag = std::min(i, length - i);
    values.push_back(std::exp(-lag * lag / (2 * width * width)));
    sum += values.back();
  }
  for (int k = 0; k < length; ++k) {
    double bin = 0;
    for (int i = 0; i < length; ++i)
      bin += values[static_cast<std::size_t>(i)] *
             static_cast<double>(unit_root(std::int64_t{k} * i % length, length).real());
    table.push_back(bin / sum);
  }
}

/// Bins 1 and so on, less than half of the length, in the order in which they lie. Of each pair of
/// mirrors there is the one that lies first or, where they `are_low`, the one below half of the
/// length.
std::vector<int> half_bins(const WindowLine& line, bool are_low) {
  std::vector<int> bins;
  for (int bin = 1; 2 * bin < line.length(); ++bin) bins.push_back(bin);
  const auto begin = [&](int bin) {
    return std::min(line.place_of(bin), line.place_of(line.length() - bin));
  };
  std::sort(bins.begin(), bins.end(), [&](int a, int b) { return begin(a) < begin(b); });
  for (int& bin : bins)
    if (!are_low && line.place_of(line.length() - bin) < line.place_of(bin))
      bin = line.length() - bin;
  return bins;
}

}  // namespace

WindowTable::WindowTable(const WindowBlock& block, std::optional<GaussianBins> wanted)
    : block_(block) {
  const WindowSpec& spec = block.spec;
  const WindowLine &down = spec.down, &across = spec.across;
  const auto pairs = [&] { return static_cast<int>(table_.size() / 2); };
  const auto numbers = [&] { return static_cast<int>(table_.size()); };
  add_roots(table_, down.length());
  if (across.length() != down.length()) {
    roots_of_columns_ = pairs();
    add_roots(table_, across.length());
  }
  halves_ = pairs();
  const bool has_middle = across.length() % 2 == 0;
  const std::vector<int> bins = half_bins(across, wanted.has_value());
  table_.insert(table_.end(),
                {0.0, static_cast<double>(has_middle ? across.place_of(across.length() / 2)
                                                     : spec.spare_column())});
  for (const int bin : bins)
    table_.insert(table_.end(), {static_cast<double>(across.place_of(bin)),
                                 static_cast<double>(across.place_of(across.length() - bin))});
  taper_rows_ = numbers();
  table_.insert(table_.end(), spec.taper_rows.begin(), spec.taper_rows.end());
  taper_columns_ = numbers();
  table_.insert(table_.end(), spec.taper_columns.begin(), spec.taper_columns.end());
  if (spec.score == WindowScore::phase) {
    const double mean_down = mean_of_band(down.length(), spec.bandwidth),
                 mean_across = mean_of_band(across.length(), spec.bandwidth);
    const auto factor = [&](int bin) {
      return band(bin, across.length(), spec.bandwidth) / mean_across;
    };
    factors_of_rows_ = numbers();
    for (int bin = 0; bin < down.length(); ++bin)
      table_.push_back(band(bin, down.length(), spec.bandwidth) / mean_down);
    factors_of_columns_ = numbers();
    first_factor_ = factor(0);
    middle_factor_ = factor(across.length() / 2);
    table_.push_back(first_factor_);
    for (const int bin : bins) table_.push_back(factor(bin));
  }
  if (wanted) {
    bins_ = numbers();
    table_.push_back(0);
    table_.insert(table_.end(), bins.begin(), bins.end());
    wanted_rows_ = numbers();
    add_gaussian(table_, down.length(), wanted->width);
    wanted_columns_ = numbers();
    add_gaussian(table_, across.length(), wanted->width);
  }
  block.b.buffer(WindowBlock::kTable, Storage::f32, ast::Access::constant);
}

Complex WindowTable::root(Side side, const Expr& number) const {
  const int first = side == Side::rows ? roots_of_rows_ : roots_of_columns_;
  return parts(block_.b, ast::LoadGlobal{WindowBlock::kTable, number + first, 2});
}

WindowTable::Columns WindowTable::half_column(const Expr& number) const {
  const Complex places = parts(block_.b, ast::LoadGlobal{WindowBlock::kTable, number + halves_, 2});
  const Expr own = block_.b.let("own", ast::Cast{ast::Type::i32, places.re});
  return {own, block_.b.let("mirror", ast::Cast{ast::Type::i32, places.im})};
}

Expr WindowTable::number(int first, const Expr& at) const {
  return block_.b.let("number", ast::LoadGlobal{WindowBlock::kTable, at + first, 1});
}

Expr WindowTable::taper(Side side, const Expr& at) const {
  return number(side == Side::rows ? taper_rows_ : taper_columns_, at);
}
Expr WindowTable::factor_of_row(const Expr& bin) const {
  return number(factors_of_rows_, bin);
}
Expr WindowTable::factor_of_column(const Expr& half_column) const {
  return number(factors_of_columns_, half_column);
}
Expr WindowTable::bin_of(const Expr& half_column) const {
  return block_.b.let("bin", ast::Cast{ast::Type::i32, number(bins_, half_column)});
}
Expr WindowTable::wanted(Side side, const Expr& bin) const {
  return number(side == Side::rows ? wanted_rows_ : wanted_columns_, bin);
}

}  // namespace fftcore
