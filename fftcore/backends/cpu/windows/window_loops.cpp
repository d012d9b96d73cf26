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

double take_mean(std::int64_t rows, std::int64_t columns, std::int64_t pitch, float* from) {
  const auto count = static_cast<double>(rows * columns);
  subtract(static_cast<float>(window_sums(from, rows, columns, pitch).sum / count), rows, columns,
           pitch, from);
  const WindowSums rest = window_sums(from, rows, columns, pitch);
  return rest.squares - rest.sum * rest.sum / count;
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

/// Places on a line that are computed together.
constexpr std::int64_t kPlacesAtOnce = 64;

/// Where places lie in a patch, as numbers of samples and what is left along either axis.
struct SplitPlaces {
  std::int32_t at[kPlacesAtOnce];
  float across[kPlacesAtOnce], down[kPlacesAtOnce];
};

/// Of `count` places from number `begin` on.
FFTCORE_PART_OF_LOOP void split_places(const WeighedLine& line, std::int64_t begin,
                                       std::int64_t count, std::int32_t pitch,
                                       SplitPlaces& places) {
  for (std::int64_t k = 0; k < count; ++k) {
    const auto number = static_cast<double>(static_cast<std::int32_t>(begin + k));
    const double x = std::clamp(line.x + number * line.step_x, line.least_x, line.most_x),
                 y = std::clamp(line.y + number * line.step_y, line.least_y, line.most_y);
    // Both are 0 or more, so this rounds down.
    const auto left = static_cast<std::int32_t>(x), top = static_cast<std::int32_t>(y);
    places.across[k] = static_cast<float>(x - left);
    places.down[k] = static_cast<float>(y - top);
    places.at[k] = top * pitch + left;
  }
}

/// A row of the table of weights, between two of its rows.
FFTCORE_PART_OF_LOOP Lags weights_at(const float* table, float rest) {
  const float steps = rest * static_cast<float>(kTableSteps);
  const auto step = static_cast<std::int32_t>(steps);
  const float* const row = table + step * kLanes;
  return at(row) + (steps - static_cast<float>(step)) * (at(row + kLanes) - at(row));
}

/// The sum of each of eight vectors.
FFTCORE_PART_OF_LOOP Lags sums_of_eight(const Lags* vectors) {
  Lags four[4], two[2];
  for (int i = 0; i < 4; ++i) {
    const Lags &a = vectors[2 * i], &b = vectors[2 * i + 1];
    four[i] = __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14) +
              __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15);
  }
  for (int i = 0; i < 2; ++i) {
    const Lags &a = four[2 * i], &b = four[2 * i + 1];
    two[i] = __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13) +
             __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15);
  }
  return __builtin_shufflevector(two[0], two[1], 0, 1, 2, 3, 8, 9, 10, 11) +
         __builtin_shufflevector(two[0], two[1], 4, 5, 6, 7, 12, 13, 14, 15);
}

// All places lie on a line, and what they need is in the patch.
FFTCORE_SIMD_CLONES
void weigh_line(const float* table, const WeighedLine& line, const float* patch, std::int64_t pitch,
                std::int64_t count, float* to) {
  SplitPlaces places;
  for (std::int64_t begin = 0; begin < count; begin += kPlacesAtOnce) {
    const std::int64_t some = std::min(kPlacesAtOnce, count - begin);
    split_places(line, begin, some, static_cast<std::int32_t>(pitch), places);
    for (std::int64_t k = some; k % kLanes != 0; ++k) {  // the last one again
      places.at[k] = places.at[some - 1];
      places.across[k] = places.down[k] = 0;
    }
    for (std::int64_t first = 0; first < some; first += kLanes) {
      float down[kLanes][kLanes];
      for (std::int64_t k = 0; k < kLanes; ++k)
        *reinterpret_cast<Lags*>(down[k]) = weights_at(table, places.down[first + k]);
      Lags sums[kLanes];
      for (std::int64_t k = 0; k < kLanes; ++k) {
        const float* const from = patch + places.at[first + k] - 2 * pitch - 2;
        const float* const weights = down[k];
        const Lags some_rows = weights[0] * at(from) + weights[2] * at(from + 2 * pitch) +
                               weights[4] * at(from + 4 * pitch),
                   others = weights[1] * at(from + pitch) + weights[3] * at(from + 3 * pitch) +
                            weights[5] * at(from + 5 * pitch);
        sums[k] = (some_rows + others) * weights_at(table, places.across[first + k]);
      }
      const Lags all = sums_of_eight(sums);
      float* const next = to + begin + first;
      if (first + kLanes <= some)
        *reinterpret_cast<Lags*>(next) = all;
      else
        for (std::int64_t k = 0; first + k < some; ++k) next[k] = all[k];
    }
  }
}

FFTCORE_SIMD_CLONES
void weigh_line_linearly(const WeighedLine& line, const float* patch, std::int64_t pitch,
                         std::int64_t count, float* to) {
  const auto step = static_cast<std::int32_t>(pitch);
  SplitPlaces places;
  for (std::int64_t begin = 0; begin < count; begin += kPlacesAtOnce) {
    const std::int64_t some = std::min(kPlacesAtOnce, count - begin);
    split_places(line, begin, some, step, places);
    for (std::int64_t k = 0; k < some; ++k) {
      const float* const from = patch + places.at[k];
      const float above = from[0] + places.across[k] * (from[1] - from[0]),
                  below = from[step] + places.across[k] * (from[step + 1] - from[step]);
      to[begin + k] = above + places.down[k] * (below - above);
    }
  }
}

}  // namespace fftcore
