// SPDX-License-Identifier: LGPL-2.1-or-later
#include "low_rank.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <utility>

namespace fftcore {
namespace {

using Vector = std::vector<double>;

/// Steps of the power iteration. A column of what is left comes first, so any number finds the
/// exact products of taps that have few; more steps take more out of what is beside them.
constexpr int kSteps = 3;

double length_of(const Vector& vector) {
  double sum = 0;
  for (const double value : vector) sum += value * value;
  return std::sqrt(sum);
}

void divide(Vector& vector, double by) {
  for (double& value : vector) value /= by;
}

/// What is left of taps, row-major.
struct Remainder {
  std::size_t rows, columns;
  Vector values;

  double sum_of_magnitudes() const {
    double sum = 0;
    for (const double value : values) sum += std::abs(value);
    return sum;
  }

  Vector largest_column() const {
    Vector squares(columns);
    for (std::size_t i = 0; i < values.size(); ++i) squares[i % columns] += values[i] * values[i];
    const auto x = static_cast<std::size_t>(std::ranges::max_element(squares) - squares.begin());
    Vector column(rows);
    for (std::size_t y = 0; y < rows; ++y) column[y] = values[y * columns + x];
    return column;
  }

  Vector times_row(const Vector& row) const {
    Vector column(rows);
    for (std::size_t y = 0; y < rows; ++y)
      for (std::size_t x = 0; x < columns; ++x) column[y] += values[y * columns + x] * row[x];
    return column;
  }

  Vector times_column(const Vector& column) const {
    Vector row(columns);
    for (std::size_t y = 0; y < rows; ++y)
      for (std::size_t x = 0; x < columns; ++x) row[x] += values[y * columns + x] * column[y];
    return row;
  }

  /// The product that takes about the most out.
  OuterProduct largest_product() const {
    Vector column = largest_column();
    divide(column, length_of(column));
    Vector row = times_column(column);
    for (int step = 0; step < kSteps; ++step) {
      column = times_row(row);
      divide(column, length_of(column));
      row = times_column(column);
    }
    return {std::move(column), std::move(row)};
  }

  void take_out(const OuterProduct& product) {
    for (std::size_t y = 0; y < rows; ++y)
      for (std::size_t x = 0; x < columns; ++x)
        values[y * columns + x] -= product.column[y] * product.row[x];
  }
};

/// The spectrum of a sum of products at some frequencies of each sign, whose largest value is a
/// bound that max|H| is not below.
class SampledSpectrum {
 public:
  void add(const OuterProduct& product) {
    const std::vector<Complex> column = bins_of(product.column), row = bins_of(product.row);
    for (std::size_t y = 0; y < kFrequencies; ++y)
      for (std::size_t x = 0; x < kFrequencies; ++x)
        bins_[y * kFrequencies + x] += column[y] * row[x];
  }
  double largest() const {
    double largest = 0;
    for (const Complex& value : bins_) largest = std::max(largest, std::abs(value));
    return largest;
  }

 private:
  using Complex = std::complex<double>;
  static constexpr std::size_t kFrequencies = 16;

  static std::vector<Complex> bins_of(const Vector& values) {
    std::vector<Complex> bins(kFrequencies);
    for (std::size_t frequency = 0; frequency < kFrequencies; ++frequency)
      for (std::size_t i = 0; i < values.size(); ++i)
        bins[frequency] +=
            values[i] * std::polar(1.0, 2 * std::numbers::pi / kFrequencies *
                                            static_cast<double>(frequency * i % kFrequencies));
    return bins;
  }

  std::vector<Complex> bins_ = std::vector<Complex>(kFrequencies * kFrequencies);
};

}  // namespace

std::optional<std::vector<OuterProduct>> low_rank(const Taps& taps, std::int64_t most,
                                                  double left_out) {
  const auto is_zero = [](double value) { return value == 0; };
  if (taps.extent.slices > 1 || !std::ranges::all_of(taps.imaginary, is_zero)) return {};
  double largest = 0;
  for (const double value : taps.values) {
    if (!std::isfinite(value)) return {};
    largest = std::max(largest, std::abs(value));
  }
  std::vector<OuterProduct> products;
  if (largest == 0) return products;

  // Of about 1, so that squares are neither infinite nor 0.
  Remainder remainder{static_cast<std::size_t>(taps.extent.rows),
                      static_cast<std::size_t>(taps.extent.columns), taps.values};
  divide(remainder.values, largest);
  SampledSpectrum spectrum;
  while (static_cast<std::int64_t>(products.size()) < most) {
    OuterProduct product = remainder.largest_product();
    remainder.take_out(product);
    spectrum.add(product);
    // Both factors alike, so that single precision holds them where it holds the taps.
    const double each = std::sqrt(length_of(product.row));
    for (double& value : product.row) value *= std::sqrt(largest) / each;
    for (double& value : product.column) value *= std::sqrt(largest) * each;
    products.push_back(std::move(product));
    if (remainder.sum_of_magnitudes() <= left_out * spectrum.largest()) return products;
  }
  return {};
}

}  // namespace fftcore
