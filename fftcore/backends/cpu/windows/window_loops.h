// SPDX-License-Identifier: LGPL-2.1-or-later
// Loops over the samples of windows, in vectors of the processor.
#pragma once

#include <cstdint>

namespace fftcore {

/// Floats that correlate_lags() reads behind a row's last one.
inline constexpr std::int64_t kLagPadding = 32;

/// Sums over rows x columns numbers that lie `pitch` apart.
struct WindowSums {
  double sum = 0, squares = 0;
};
WindowSums window_sums(const float* from, std::int64_t rows, std::int64_t columns,
                       std::int64_t pitch);

/// from -= mean.
void subtract(float mean, std::int64_t rows, std::int64_t columns, std::int64_t pitch, float* from);

/// sums of t and x at each lag: to[a * lags + b] = sum over i, j of t[i][j] x[i + a][j + b]. Rows
/// of t are `columns` apart and those of x `pitch`, which has kLagPadding floats behind them.
void correlate_lags(const float* t, std::int64_t rows, std::int64_t columns, const float* x,
                    std::int64_t pitch, std::int64_t lags, float* to);

/// Sums of x, and of its squares, under a window at each lag, as correlate_lags() has it. `scratch`
/// has 2 * pitch floats.
void sum_lags(const float* x, std::int64_t pitch, std::int64_t rows, std::int64_t columns,
              std::int64_t lags, float* scratch, float* sums, float* squares);

/// to[i] = sum over k of weights[k] from[k * step + i]
void weigh_rows(const float* from, std::int64_t step, const float* weights, int taps,
                std::int64_t count, float* to);

/// Sums of a step of Gauss and Newton: gy e and gx e, e = x - mean.
struct GradientSums {
  double y = 0, x = 0;
};
GradientSums gradient_sums(const float* gradient_y, const float* gradient_x, const float* error,
                           std::int64_t count);

}  // namespace fftcore
