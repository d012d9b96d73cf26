// SPDX-License-Identifier: LGPL-2.1-or-later
#include "direct_scores.h"

#include <algorithm>
#include <cmath>

#include "window_loops.h"

namespace fftcore {
namespace {

/// Part of the second window's variance below which a lag's is nothing but rounding: 2^-18.
constexpr double kLeastVariance = 1.0 / (1 << 18);

}  // namespace

bool is_direct_faster(const WindowCorrelation& windows, std::int64_t points) {
  const WindowExtents extents(windows);
  const auto lags = static_cast<double>(extents.lag_rows * ((extents.lag_columns + 7) / 8 * 8)),
             n = static_cast<double>(points);
  // Products a cycle, and a butterfly's operations a cycle, as they were measured.
  return lags * static_cast<double>(extents.samples()) / 10 < 7.5 * n * std::log2(n) / 4;
}

void normalize_scores(const WindowCorrelation& windows, const WindowPair& pair,
                      const ScoreScratch& scratch, float* scores) {
  const WindowExtents extents(windows);
  const std::int64_t lags = extents.lag_rows * extents.lag_columns;
  const auto samples = static_cast<double>(extents.samples()),
             others = static_cast<double>(extents.second_rows * extents.second_columns);
  if (windows.score == WindowScore::plain) {
    const auto factor = static_cast<float>(
        1 / std::sqrt(pair.first_energy * pair.second_energy * samples / others));
    for (std::int64_t i = 0; i < lags; ++i) scores[i] *= factor;
    return;
  }
  float* const squares = scratch.squares.data();
  sum_lags(pair.second, pair.pitch, extents.rows, extents.columns, extents.lag_rows,
           scratch.lines.data(), squares);
  const double least =
      std::max(static_cast<double>(windows.flat) * static_cast<double>(windows.flat) * samples,
               kLeastVariance * pair.second_energy * samples / others);
  const auto least_sum = static_cast<float>(least),
             root = static_cast<float>(std::sqrt(pair.first_energy));
  for (std::int64_t i = 0; i < lags; ++i)
    scores[i] = squares[i] > least_sum
                    ? std::clamp(scores[i] / (root * std::sqrt(squares[i])), -1.0F, 1.0F)
                    : 0.0F;
}

void direct_scores(const WindowCorrelation& windows, const WindowPair& pair,
                   const ScoreScratch& scratch, float* scores) {
  const WindowExtents extents(windows);
  correlate_lags(pair.first, extents.rows, extents.columns, pair.second, pair.pitch,
                 extents.lag_rows, scores);
  normalize_scores(windows, pair, scratch, scores);
}

}  // namespace fftcore
