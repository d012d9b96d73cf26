// SPDX-License-Identifier: LGPL-2.1-or-later
#include "window_loops.h"

#include <algorithm>
#include <array>

#include "simd.h"

namespace fftcore {
namespace {

typedef float Lags __attribute__((vector_size(32), aligned(4), may_alias));
constexpr std::int64_t kLanes = 8;

/// Sums of `rows` lines of lags and `vectors` vectors of each, in registers.
template <int vectors, int lines>
FFTCORE_PART_OF_LOOP void correlate_block(const float* t, std::int64_t rows, std::int64_t columns,
                                          const float* x, std::int64_t pitch, std::int64_t lags,
                                          std::int64_t left, float* to) {
  Lags sums[lines][vectors] = {};
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j) {
      const float value = t[i * columns + j];
#pragma GCC unroll 4
      for (int a = 0; a < lines; ++a)
#pragma GCC unroll 4
        for (int v = 0; v < vectors; ++v)
          sums[a][v] +=
              value * *reinterpret_cast<const Lags*>(x + (i + a) * pitch + j + v * kLanes);
    }
  for (int a = 0; a < lines; ++a)
    for (int v = 0; v < vectors; ++v)
      for (std::int64_t lane = 0; lane < std::min(kLanes, left - v * kLanes); ++lane)
        to[a * lags + v * kLanes + lane] = sums[a][v][lane];
}

template <int vectors>
FFTCORE_PART_OF_LOOP void correlate_columns(const float* t, std::int64_t rows, std::int64_t columns,
                                            const float* x, std::int64_t pitch, std::int64_t lags,
                                            std::int64_t left, float* to) {
  constexpr int kLines = vectors == 1 ? 4 : vectors == 2 ? 4 : 3;
  std::int64_t a = 0;
  for (; a + kLines <= lags; a += kLines)
    correlate_block<vectors, kLines>(t, rows, columns, x + a * pitch, pitch, lags, left,
                                     to + a * lags);
  for (; a < lags; ++a)
    correlate_block<vectors, 1>(t, rows, columns, x + a * pitch, pitch, lags, left, to + a * lags);
}

}  // namespace

FFTCORE_SIMD_CLONES
WindowSums window_sums(const float* from, std::int64_t rows, std::int64_t columns,
                       std::int64_t pitch) {
  WindowSums all;
  for (std::int64_t y = 0; y < rows; ++y) {
    const float* const row = from + y * pitch;
    std::array<float, 8> sums{}, squares{};
    std::int64_t x = 0;
    for (; x + 8 <= columns; x += 8)
      for (std::int64_t i = 0; i < 8; ++i) {
        sums[static_cast<std::size_t>(i)] += row[x + i];
        squares[static_cast<std::size_t>(i)] += row[x + i] * row[x + i];
      }
    for (; x < columns; ++x) {
      sums[0] += row[x];
      squares[0] += row[x] * row[x];
    }
    for (std::size_t i = 0; i < 8; ++i) {
      all.sum += static_cast<double>(sums[i]);
      all.squares += static_cast<double>(squares[i]);
    }
  }
  return all;
}

FFTCORE_SIMD_CLONES
void subtract(float mean, std::int64_t rows, std::int64_t columns, std::int64_t pitch,
              float* from) {
  for (std::int64_t y = 0; y < rows; ++y)
    for (std::int64_t x = 0; x < columns; ++x) from[y * pitch + x] -= mean;
}

FFTCORE_SIMD_CLONES
void correlate_lags(const float* t, std::int64_t rows, std::int64_t columns, const float* x,
                    std::int64_t pitch, std::int64_t lags, float* to) {
  for (std::int64_t b = 0; b < lags;) {
    const std::int64_t left = lags - b;
    if (left > 2 * kLanes) {
      correlate_columns<3>(t, rows, columns, x + b, pitch, lags, left, to + b);
      b += 3 * kLanes;
    } else if (left > kLanes) {
      correlate_columns<2>(t, rows, columns, x + b, pitch, lags, left, to + b);
      b += 2 * kLanes;
    } else {
      correlate_columns<1>(t, rows, columns, x + b, pitch, lags, left, to + b);
      b += kLanes;
    }
  }
}

FFTCORE_SIMD_CLONES
void sum_lags(const float* x, std::int64_t pitch, std::int64_t rows, std::int64_t columns,
              std::int64_t lags, float* scratch, float* sums, float* squares) {
  const std::int64_t width = columns + lags - 1;
  float *const down = scratch, *const down_squares = scratch + pitch;
  for (std::int64_t a = 0; a < lags; ++a) {
    std::fill_n(down, width, 0.0F);
    std::fill_n(down_squares, width, 0.0F);
    for (std::int64_t i = 0; i < rows; ++i) {
      const float* const row = x + (a + i) * pitch;
      for (std::int64_t j = 0; j < width; ++j) {
        down[j] += row[j];
        down_squares[j] += row[j] * row[j];
      }
    }
    float *const to = sums + a * lags, *const to_squares = squares + a * lags;
    std::fill_n(to, lags, 0.0F);
    std::fill_n(to_squares, lags, 0.0F);
    for (std::int64_t j = 0; j < columns; ++j)
      for (std::int64_t b = 0; b < lags; ++b) {
        to[b] += down[b + j];
        to_squares[b] += down_squares[b + j];
      }
  }
}

FFTCORE_SIMD_CLONES
void weigh_rows(const float* from, std::int64_t step, const float* weights, int taps,
                std::int64_t count, float* to) {
  switch (taps) {
    case 2:
      for (std::int64_t i = 0; i < count; ++i)
        to[i] = weights[0] * from[i] + weights[1] * from[i + step];
      return;
    case 4:
      for (std::int64_t i = 0; i < count; ++i)
        to[i] = weights[0] * from[i] + weights[1] * from[i + step] +
                weights[2] * from[i + 2 * step] + weights[3] * from[i + 3 * step];
      return;
    case 6:
      for (std::int64_t i = 0; i < count; ++i)
        to[i] = weights[0] * from[i] + weights[1] * from[i + step] +
                weights[2] * from[i + 2 * step] + weights[3] * from[i + 3 * step] +
                weights[4] * from[i + 4 * step] + weights[5] * from[i + 5 * step];
      return;
    default: std::copy_n(from, count, to);
  }
}

FFTCORE_SIMD_CLONES
GradientSums gradient_sums(const float* gradient_y, const float* gradient_x, const float* error,
                           std::int64_t count) {
  std::array<float, 8> down{}, across{};
  GradientSums sums;
  std::int64_t i = 0;
  for (; i + 8 <= count; i += 8)
    for (std::int64_t lane = 0; lane < 8; ++lane) {
      down[static_cast<std::size_t>(lane)] += gradient_y[i + lane] * error[i + lane];
      across[static_cast<std::size_t>(lane)] += gradient_x[i + lane] * error[i + lane];
    }
  for (; i < count; ++i) {
    down[0] += gradient_y[i] * error[i];
    across[0] += gradient_x[i] * error[i];
  }
  for (std::size_t lane = 0; lane < 8; ++lane) {
    sums.y += static_cast<double>(down[lane]);
    sums.x += static_cast<double>(across[lane]);
  }
  return sums;
}

}  // namespace fftcore
