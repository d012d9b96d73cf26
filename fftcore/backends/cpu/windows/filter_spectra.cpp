// SPDX-License-Identifier: LGPL-2.1-or-later
#include "filter_spectra.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "pixels.h"

namespace fftcore {
namespace {

/// The DFT of a Gaussian of lags that go round, over its sum, which is returned too.
struct GaussianBins {
  AlignedArray<float> weights;
  double sum = 0;
};

GaussianBins gaussian_bins(std::int64_t points, double width) {
  GaussianBins bins{AlignedArray<float>(points)};
  const auto value = [&](std::int64_t i) {
    const auto lag = static_cast<double>(std::min(i, points - i));
    return std::exp(-lag * lag / (2 * width * width));
  };
  for (std::int64_t i = 0; i < points; ++i) bins.sum += value(i);
  for (std::int64_t k = 0; k < points; ++k) {
    double bin = 0;
    for (std::int64_t i = 0; i < points; ++i)
      bin += value(i) * std::cos(2 * std::numbers::pi * static_cast<double>(k * i % points) /
                                 static_cast<double>(points));
    bins.weights[k] = static_cast<float>(bin / bins.sum);
  }
  return bins;
}

}  // namespace

FilterSpectra::FilterSpectra(const WindowFilters& filters, const FftEngine& engine)
    : stored_(filters.stored),
      row_stride_(stored_filters(filters).rows.stride),
      regularization_(filters.regularization),
      rows_(filters.window.rows),
      columns_(filters.window.columns),
      bins_(columns_ / 2 + 1),
      channels_(filters.image.channels.extent),
      signals_(kFilterWindows * channels_),
      down_(engine.complex(rows_, columns_)),
      across_(engine.complex(columns_, rows_)),
      other_(rows_ * columns_),
      response_(rows_ * columns_),
      scratch_(2 * bins_ * scratch_rows(signals_)) {
  for (std::int64_t i = 0; i < signals_ / 2; ++i) pairs_.emplace_back(rows_ * columns_);
  const auto width = static_cast<double>(filters.width);
  GaussianBins of_rows = gaussian_bins(rows_, width), of_columns = gaussian_bins(columns_, width);
  row_weights_ = std::move(of_rows.weights);
  column_weights_ = std::move(of_columns.weights);
  scale_ = static_cast<float>(of_rows.sum * of_columns.sum / static_cast<double>(rows_ * columns_));
}

std::int64_t FilterSpectra::bytes(const WindowFilters& filters) {
  const std::int64_t points = filters.window.rows * filters.window.columns,
                     channels = filters.image.channels.extent,
                     bins = filters.window.columns / 2 + 1;
  return (channels + 2) * points * static_cast<std::int64_t>(sizeof(Complex)) +
         2 * bins * scratch_rows(kFilterWindows * channels) *
             static_cast<std::int64_t>(sizeof(float));
}

void FilterSpectra::set(std::int64_t window, std::int64_t channel, const float* samples,
                        float factor) {
  const std::int64_t signal = window * channels_ + channel;
  auto* const to =
      reinterpret_cast<float*>(pairs_[static_cast<std::size_t>(signal / 2)].data()) + signal % 2;
  constexpr std::int64_t kBlock = 8;  // a cache line of what is written
  for (std::int64_t top = 0; top < rows_; top += kBlock)
    for (std::int64_t x = 0; x < columns_; ++x)
      for (std::int64_t y = top; y < std::min(rows_, top + kBlock); ++y)
        to[2 * (x * rows_ + y)] = factor * samples[y * columns_ + x];
}

void FilterSpectra::transform(AlignedArray<Complex>& signals) {
  across_->forward(signals.data(), other_.data());
  transpose(other_.data(), columns_, rows_, signals.data());
  down_->forward(signals.data(), other_.data());
  std::swap(signals, other_);
}

void FilterSpectra::split(std::int64_t row, std::int64_t signals) {
  const std::int64_t mirror = row == 0 ? 0 : rows_ - row;
  for (std::int64_t signal = 0; signal < signals; signal += 2) {
    const Complex* const bins = pairs_[static_cast<std::size_t>(signal / 2)].data();
    split_row(bins + row * columns_, bins + mirror * columns_, columns_, bins_, spectrum(signal),
              spectrum(signal + 1));
  }
}

std::int64_t FilterSpectra::place_of(const Buffer& stored, std::int64_t filter, std::int64_t plane,
                                     std::int64_t row) const {
  const std::int64_t stride = stored.row_stride != 0 ? stored.row_stride : row_stride_;
  return stored.first + ((filter * (2 * channels_ + 1) + plane) * rows_ + row) * stride;
}

void FilterSpectra::load(const Buffer& stored, std::int64_t place, float* to) const {
  load_samples(stored.data, stored_, place, 1, bins_, 0.0F, to);
}

void FilterSpectra::store(const Buffer& stored, std::int64_t place, const float* from) const {
  store_samples(stored.data, stored_, place, 1, bins_, 1.0F, 0.0F, from);
}

void FilterSpectra::multiply(const Buffer& stored, const FilterWindow& one, std::int64_t window,
                             std::int64_t row) {
  const BinRow sum = product(window), of_filter = filter();
  std::fill_n(sum.re, bins_, 0.0F);
  std::fill_n(sum.im, bins_, 0.0F);
  std::fill_n(energy(), bins_, 0.0F);
  for (std::int64_t channel = 0; channel < channels_; ++channel) {
    const std::int64_t re = place_of(stored, one.filter, 2 * channel, row),
                       im = place_of(stored, one.filter, 2 * channel + 1, row);
    load(stored, re, of_filter.re);
    load(stored, im, of_filter.im);
    const BinRow x = spectrum(window * channels_ + channel);
    add_products(of_filter, x, bins_, sum, energy());
    if (one.rate == 0) continue;
    learn_bins(x, one.rate, row_weights_[row], column_weights_.data(), bins_, of_filter);
    store(stored, re, of_filter.re);
    store(stored, im, of_filter.im);
  }
  const std::int64_t last = place_of(stored, one.filter, 2 * channels_, row);
  load(stored, last, denominator());
  divide_products(denominator(), scale_, regularization_, bins_, sum);
  if (one.rate == 0) return;
  learn_energy(energy(), one.rate, bins_, denominator());
  store(stored, last, denominator());
}

void FilterSpectra::take(std::span<const FilterWindow> windows) {
  down_->inverse(response_.data(), other_.data());
  transpose(other_.data(), rows_, columns_, response_.data());
  across_->inverse(response_.data(), other_.data());
  for (std::size_t i = 0; i < windows.size(); ++i) {
    const float* const from = reinterpret_cast<const float*>(other_.data()) + i;
    for (std::int64_t y = 0; y < rows_; ++y)
      for (std::int64_t x = 0; x < columns_; ++x)
        windows[i].scores[y * columns_ + x] = from[2 * (x * rows_ + y)];
  }
}

void FilterSpectra::run(const Buffer& stored, std::span<const FilterWindow> windows) {
  const auto count = static_cast<std::int64_t>(windows.size()), signals = count * channels_;
  if (signals % 2 != 0) {  // the last one is alone
    Complex* const last = pairs_[static_cast<std::size_t>(signals / 2)].data();
    for (std::int64_t i = 0; i < rows_ * columns_; ++i) last[i].imag(0);
  }
  for (std::int64_t signal = 0; signal < signals; signal += 2)
    transform(pairs_[static_cast<std::size_t>(signal / 2)]);
  for (std::int64_t i = count; i < kFilterWindows; ++i) {
    std::fill_n(product(i).re, bins_, 0.0F);
    std::fill_n(product(i).im, bins_, 0.0F);
  }
  for (std::int64_t row = 0; row < rows_; ++row) {
    const std::int64_t mirror = row == 0 ? 0 : rows_ - row;
    split(row, signals);
    for (std::int64_t i = 0; i < count; ++i)
      multiply(stored, windows[static_cast<std::size_t>(i)], i, row);
    join_rows(product(0), product(1), columns_, bins_, response_.data() + row * columns_,
              response_.data() + mirror * columns_);
  }
  take(windows);
}

}  // namespace fftcore
