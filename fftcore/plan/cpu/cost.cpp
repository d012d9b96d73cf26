// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cost.h"

#include <algorithm>
#include <cmath>

#include "arithmetic.h"
#include "bank.h"
#include "ceil_div.h"
#include "direct_plan.h"
#include "plan.h"

namespace fftcore {
namespace {

// Fitted to FFTW 3.3.10 on an AVX2 server core.
constexpr double kRowFlopsPerNs = 90;
constexpr double kColumnFlopsPerNs = 25;
constexpr double kNsPerSample = 0.65;         // to load or store one real sample
constexpr double kNsPerSpectrumPoint = 0.11;  // to multiply it

// Plans without transforms, in the same unit: twice what was measured on a core with AVX-512 that
// makes tiles in half of their estimate. `bench_filters plans` takes such times.
constexpr double kNsPerLoad = 0.11;  // of a sample
constexpr double kNsPerStore = 0.13;
constexpr double kNsPerProduct = 0.014;
constexpr double kNsPerRowProduct = 0.028;
constexpr double kNsPerColumnProduct = 0.0163;
constexpr double kNsPerFilteredSample = 0.037;  // of a row that columns are made of
constexpr double kNsPerRow = 30;                // to ask for one and to store one
constexpr double kNsPerTile = 500;
constexpr double kNsPerSharedSample = 0.5;  // that another thread reads
constexpr double kNarrowVectors = 1.8;      // without AVX-512 sums take so many times longer

constexpr std::int64_t kFirstLevelCache = 32 * 1024;

double log2_of(std::int64_t n) {
  return std::log2(static_cast<double>(std::max<std::int64_t>(n, 2)));
}

bool is_power_of_two(std::int64_t n) {
  return (n & (n - 1)) == 0;
}

/// Forward and inverse transforms of `count` columns of n points.
double column_ns(std::int64_t n, std::int64_t count) {
  double ns = 10 * static_cast<double>(n * count) * log2_of(n) / kColumnFlopsPerNs;
  // FFTW's larger codelets are powers of two.
  if (!is_power_of_two(n)) ns *= 1.1;
  if (2 * n * lanes_for(n) * 8 > kFirstLevelCache) ns *= 1.3;  // both blocks no longer fit
  return ns;
}

double row_ns(std::int64_t n, std::int64_t count) {
  // Rows beyond 32768 points leave caches, the farther the longer they are.
  const double slowdown = 1 + 0.12 * std::max(log2_of(n) - 15, 0.0);
  return 5 * static_cast<double>(n * count) * log2_of(n) / kRowFlopsPerNs * slowdown;
}

double area(Extent extent) {
  return static_cast<double>(extent.rows * extent.columns);
}

double whole_blocks(std::int64_t columns) {
  return static_cast<double>(ceil_div(columns, kDirectColumns) * kDirectColumns);
}

}  // namespace

double transform_flops(double points) {
  return 5 * points * std::log2(std::max(points, 2.0));
}

std::int64_t lanes_for(std::int64_t rows) {
  return 2 * rows * 16 * 8 <= kFirstLevelCache ? 16 : 8;
}

double tile_cost(Extent fft, Extent input, Extent useful, const DeviceTraits& traits) {
  const double transforms =
      row_ns(fft.columns, input.rows + useful.rows) + column_ns(fft.rows, fft.columns);
  // The tile and the spectrum of the taps share the cache with the images.
  const double of_cache = 16 * area(fft) / static_cast<double>(traits.cache_bytes);
  const double slowdown = of_cache < 3 ? 1 : 1.1;
  return (transforms + kNsPerSpectrumPoint * area(fft)) * slowdown +
         kNsPerSample * 2 * (area(input) + area(useful)) + 700;
}

double direct_cost(Extent tile, Extent taps, std::int64_t products, bool copies,
                   std::int64_t filters, double bytes, bool shares_rows,
                   const DeviceTraits& traits) {
  const Extent input{shares_rows ? 0 : tile.rows + taps.rows - 1, tile.columns + taps.columns - 1};
  const double blocks = whole_blocks(tile.columns), rows = static_cast<double>(input.rows),
               across = static_cast<double>(taps.columns),
               // Each block of rows is as many rows of the image as that.
      down = static_cast<double>(taps.rows + kDirectRows - 1);
  // A single row of sums takes twice the time of one of several.
  const double sums =
      (tile.rows >= kDirectRows ? 1.0 : 2.0) * blocks * static_cast<double>(tile.rows);
  double sum_ns = sums * down * across * kNsPerProduct;
  if (products > 0)
    sum_ns = static_cast<double>(products) *
             (rows * blocks * (across * kNsPerRowProduct + kNsPerFilteredSample) +
              sums * down * kNsPerColumnProduct);
  if (!traits.has_wide_vectors) sum_ns *= kNarrowVectors;
  if (bytes > 0.7 * static_cast<double>(traits.cache_bytes)) sum_ns *= 1.3;
  const double output_rows = static_cast<double>(tile.rows * filters);
  const double load_ns = copies ? kNsPerLoad * area(input) + kNsPerRow * rows : 0;
  return load_ns + kNsPerRow * output_rows +
         static_cast<double>(filters) * (sum_ns + kNsPerStore * area(tile)) + kNsPerTile;
}

double shared_row_cost(std::int64_t columns, std::int64_t taps, std::int64_t products,
                       const DeviceTraits& traits) {
  const auto count = static_cast<double>(products);
  const double filter_ns = whole_blocks(columns) *
                           (static_cast<double>(taps) * kNsPerRowProduct + kNsPerFilteredSample) *
                           (traits.has_wide_vectors ? 1 : kNarrowVectors);
  return kNsPerLoad * static_cast<double>(columns + taps - 1) + kNsPerRow +
         count * (filter_ns + kNsPerSharedSample * static_cast<double>(columns));
}

double block_cost(Extent fft, Extent samples) {
  const double columns = fft.rows > 1 ? column_ns(fft.rows, fft.columns) / 2 : 0;
  return (row_ns(fft.columns, samples.rows) + columns) / 2 * 1.3 + kNsPerSample * area(samples);
}

std::int64_t whole_bytes(double bytes) {
  return static_cast<std::int64_t>(std::min(bytes, 0x1p62));
}

double volume_cost(Extent fft, Extent input_slice, Extent output) {
  const auto slices = static_cast<double>(fft.slices);
  return slices * frame_cost({fft.rows, fft.columns}, input_slice, output) +
         column_ns(fft.slices, fft.rows * fft.columns) / 2;
}

WorkCount work_of(const Convolution& convolution) {
  const auto channels = static_cast<double>(filtered_channels(convolution).size());
  const double forward = channels * static_cast<double>(convolution.input.frames.extent);
  const double inverse = channels * static_cast<double>(convolution.output.frames.extent);
  return {(forward + inverse) / 2, inverse * static_cast<double>(mixed_channels(convolution) - 1)};
}

double product_cost(double points) {
  return kNsPerSpectrumPoint * points;
}

double precision_cost(const Convolution& convolution) {
  return is_double(convolution) ? 2 : 1;  // half as many numbers in a vector and in a cache
}

std::int64_t value_bytes(const Convolution& convolution) {
  return is_double(convolution) ? 16 : 8;
}

double frame_cost(Extent fft, Extent input, Extent output) {
  const double transforms =
      (row_ns(fft.columns, input.rows + output.rows) + column_ns(fft.rows, fft.columns)) / 2;
  return transforms * 1.3 + kNsPerSpectrumPoint * area(fft) +
         kNsPerSample * (area(input) + area(output)) + 3 * kStepCostNs;
}

}  // namespace fftcore
