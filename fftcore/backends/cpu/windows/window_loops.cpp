// SPDX-License-Identifier: LGPL-2.1-or-later
#include "window_loops.h"

#include <algorithm>

#include "simd.h"

namespace fftcore {
namespace {

typedef float Lags __attribute__((vector_size(32), aligned(4), may_alias));
constexpr std::int64_t kLanes = 8;

FFTCORE_PART_OF_LOOP Lags at(const float* from) {
  return *reinterpret_cast<const Lags*>(from);
}

FFTCORE_PART_OF_LOOP double total(const Lags& sums) {
  typedef double Half __attribute__((vector_size(32)));
  const Half half =
      Half{sums[0], sums[1], sums[2], sums[3]} + Half{sums[4], sums[5], sums[6], sums[7]};
  return (half[0] + half[1]) + (half[2] + half[3]);
}

/// Numbers that are added up in single precision before their sum goes on in double.
constexpr std::int64_t kPiece = 512;

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
          sums[a][v] += value * at(x + (i + a) * pitch + j + v * kLanes);
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
  const std::int64_t rows_at_once = std::max<std::int64_t>(1, kPiece / columns);
  for (std::int64_t top = 0; top < rows; top += rows_at_once) {
    Lags sum{}, other_sum{}, squares{}, other_squares{};
    float rest = 0, square_rest = 0;
    for (std::int64_t y = top; y < std::min(rows, top + rows_at_once); ++y) {
      const float* const row = from + y * pitch;
      std::int64_t x = 0;
      for (; x + 2 * kLanes <= columns; x += 2 * kLanes) {
        const Lags a = at(row + x), b = at(row + x + kLanes);
        sum += a, other_sum += b;
        squares += a * a, other_squares += b * b;
      }
      for (; x < columns; ++x) rest += row[x], square_rest += row[x] * row[x];
    }
    all.sum += total(sum) + total(other_sum) + static_cast<double>(rest);
    all.squares += total(squares) + total(other_squares) + static_cast<double>(square_rest);
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
              std::int64_t lags, double* scratch, float* squares) {
  const std::int64_t width = columns + lags - 1;
  const double part = 1 / static_cast<double>(rows * columns);
  double *const down = scratch, *const down_squares = scratch + pitch;
  std::fill_n(down, width, 0.0);
  std::fill_n(down_squares, width, 0.0);
  const auto add = [&](const float* row, double sign) __attribute__((always_inline)) {
    for (std::int64_t j = 0; j < width; ++j) {
      const auto sample = static_cast<double>(row[j]);
      down[j] += sign * sample;
      down_squares[j] += sign * sample * sample;
    }
  };
  for (std::int64_t i = 0; i + 1 < rows; ++i) add(x + i * pitch, 1);
  for (std::int64_t a = 0; a < lags; ++a) {
    add(x + (a + rows - 1) * pitch, 1);
    double sum = 0, square = 0;
    for (std::int64_t j = 0; j + 1 < columns; ++j) sum += down[j], square += down_squares[j];
    for (std::int64_t b = 0; b < lags; ++b) {
      sum += down[b + columns - 1], square += down_squares[b + columns - 1];
      squares[a * lags + b] = static_cast<float>(square - sum * sum * part);
      sum -= down[b], square -= down_squares[b];
    }
    add(x + a * pitch, -1);
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
  GradientSums sums;
  for (std::int64_t begin = 0; begin < count; begin += kPiece) {
    const std::int64_t end = std::min(count, begin + kPiece);
    Lags down{}, other_down{}, across{}, other_across{};
    float down_rest = 0, across_rest = 0;
    std::int64_t i = begin;
    for (; i + 2 * kLanes <= end; i += 2 * kLanes) {
      const Lags a = at(error + i), b = at(error + i + kLanes);
      down += at(gradient_y + i) * a, other_down += at(gradient_y + i + kLanes) * b;
      across += at(gradient_x + i) * a, other_across += at(gradient_x + i + kLanes) * b;
    }
    for (; i < end; ++i) {
      down_rest += gradient_y[i] * error[i];
      across_rest += gradient_x[i] * error[i];
    }
    sums.y += total(down) + total(other_down) + static_cast<double>(down_rest);
    sums.x += total(across) + total(other_across) + static_cast<double>(across_rest);
  }
  return sums;
}

// All places lie on a line, and what they need is in the patch.
FFTCORE_SIMD_CLONES
void weigh_line(const float* table, const WeighedLine& line, const float* patch, std::int64_t pitch,
                std::int64_t count, float* to) {
  constexpr auto kSteps = static_cast<float>(kTableSteps);
  for (std::int64_t k = 0; k < count; ++k) {
    const double x = std::clamp(line.x + static_cast<double>(k) * line.step_x, line.least_x,
                                line.most_x),
                 y = std::clamp(line.y + static_cast<double>(k) * line.step_y, line.least_y,
                                line.most_y);
    // Both are 0 or more, so this rounds down.
    const auto left = static_cast<std::int32_t>(x), top = static_cast<std::int32_t>(y);
    const float u = static_cast<float>(x - left) * kSteps, v = static_cast<float>(y - top) * kSteps;
    const auto step_u = static_cast<std::int32_t>(u), step_v = static_cast<std::int32_t>(v);
    const float part_u = u - static_cast<float>(step_u), part_v = v - static_cast<float>(step_v);
    const float *const across = table + step_u * kLanes, *const down = table + step_v * kLanes;
    const float* const from = patch + (top - 2) * pitch + left - 2;
    Lags sum{}, other{};
#pragma GCC unroll 3
    for (int i = 0; i < 6; i += 2) {
      sum += (down[i] + part_v * (down[i + kLanes] - down[i])) * at(from + i * pitch);
      other += (down[i + 1] + part_v * (down[i + 1 + kLanes] - down[i + 1])) *
               at(from + (i + 1) * pitch);
    }
    sum = (sum + other) * (at(across) + part_u * (at(across + kLanes) - at(across)));
    to[k] = ((sum[0] + sum[1]) + (sum[2] + sum[3])) + (sum[4] + sum[5]);
  }
}

FFTCORE_SIMD_CLONES
void weigh_line_linearly(const WeighedLine& line, const float* patch, std::int64_t pitch,
                         std::int64_t count, float* to) {
  constexpr std::int64_t kAtOnce = 64;
  std::int32_t places[kAtOnce];
  float across[kAtOnce], down[kAtOnce];
  const auto step = static_cast<std::int32_t>(pitch);
  for (std::int64_t begin = 0; begin < count; begin += kAtOnce) {
    const std::int64_t some = std::min(kAtOnce, count - begin);
    for (std::int64_t k = 0; k < some; ++k) {
      const auto number = static_cast<double>(static_cast<std::int32_t>(begin + k));
      const double x = std::clamp(line.x + number * line.step_x, line.least_x, line.most_x),
                   y = std::clamp(line.y + number * line.step_y, line.least_y, line.most_y);
      const auto left = static_cast<std::int32_t>(x), top = static_cast<std::int32_t>(y);
      across[k] = static_cast<float>(x - left);
      down[k] = static_cast<float>(y - top);
      places[k] = top * step + left;
    }
    for (std::int64_t k = 0; k < some; ++k) {
      const float* const from = patch + places[k];
      const float above = from[0] + across[k] * (from[1] - from[0]),
                  below = from[step] + across[k] * (from[step + 1] - from[step]);
      to[begin + k] = above + down[k] * (below - above);
    }
  }
}

}  // namespace fftcore
