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

/// The sum of squares of numbers less their mean, which they lose.
double take_mean(std::int64_t rows, std::int64_t columns, std::int64_t pitch, float* from);

/// sums of t and x at each lag: to[a * lags + b] = sum over i, j of t[i][j] x[i + a][j + b]. Rows
/// of t are `columns` apart and those of x `pitch`, which has kLagPadding floats behind them.
void correlate_lags(const float* t, std::int64_t rows, std::int64_t columns, const float* x,
                    std::int64_t pitch, std::int64_t lags, float* to);

/// The sum of squares of x, less its mean there, under a window at each lag, as correlate_lags()
/// has it. `scratch` has 2 * pitch numbers.
void sum_lags(const float* x, std::int64_t pitch, std::int64_t rows, std::int64_t columns,
              std::int64_t lags, double* scratch, float* squares);

/// to[i] = sum over k of weights[k] from[k * step + i]
void weigh_rows(const float* from, std::int64_t step, const float* weights, int taps,
                std::int64_t count, float* to);

/// Sums of a step of Gauss and Newton: gy e and gx e, e = x - mean.
struct GradientSums {
  double y = 0, x = 0;
};
GradientSums gradient_sums(const float* gradient_y, const float* gradient_x, const float* error,
                           std::int64_t count);

/// Places on a line, counted from a patch's first sample: 2 at least, and within what is said.
struct WeighedLine {
  double x, y, step_x, step_y;
  double least_x, most_x, least_y, most_y;
};
/// Rows of a table of weights (interpolation_taps.h): steps between two samples.
inline constexpr int kTableSteps = 512;

/// to[k] = the patch at place k, of six by six samples. It has five behind the last place, and
/// rows are `pitch` apart.
void weigh_line(const float* table, const WeighedLine& line, const float* patch, std::int64_t pitch,
                std::int64_t count, float* to);
/// The same of two by two samples, by the parts of a place's distance to each.
void weigh_line_linearly(const WeighedLine& line, const float* patch, std::int64_t pitch,
                         std::int64_t count, float* to);

}  // namespace fftcore
