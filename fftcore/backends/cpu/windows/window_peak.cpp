// SPDX-License-Identifier: LGPL-2.1-or-later
#include "window_peak.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace fftcore {
namespace {

/// From the highest value c and those before and after it, a and b.
double offset(double a, double c, double b, bool is_gaussian) {
  if (is_gaussian && a > 0 && b > 0 && c > 0) a = std::log(a), b = std::log(b), c = std::log(c);
  const double bend = 2 * c - a - b;
  return bend > 0 ? std::clamp((b - a) / (2 * bend), -0.5, 0.5) : 0;
}

/// Sums over S away from the peak.
struct Rest {
  double sum = 0, squares = 0;
  std::int64_t count = 0;
  float highest = 0;
  bool any = false;
};

Rest rest_of(const float* scores, const WindowExtents& extents, std::int64_t row,
             std::int64_t column, bool goes_round) {
  const auto is_near = [&](std::int64_t a, std::int64_t b, std::int64_t extent) {
    std::int64_t distance = std::abs(a - b);
    if (goes_round) distance = std::min(distance, extent - distance);
    return distance < kSecondPeakDistance;
  };
  Rest rest;
  for (std::int64_t y = 0; y < extents.lag_rows; ++y) {
    const bool is_row_near = is_near(y, row, extents.lag_rows);
    float sum = 0, squares = 0;
    for (std::int64_t x = 0; x < extents.lag_columns; ++x) {
      if (is_row_near && is_near(x, column, extents.lag_columns)) continue;
      const float score = scores[y * extents.lag_columns + x];
      sum += score;
      squares += score * score;
      ++rest.count;
      if (!rest.any || score > rest.highest) rest.highest = score;
      rest.any = true;
    }
    rest.sum += static_cast<double>(sum);
    rest.squares += static_cast<double>(squares);
  }
  return rest;
}

}  // namespace

WindowPeak window_peak(const WindowCorrelation& windows, const float* scores) {
  const WindowExtents extents(windows);
  const std::int64_t lags = extents.lag_rows * extents.lag_columns;
  const bool goes_round = windows.search == 0;
  const std::int64_t best = std::max_element(scores, scores + lags) - scores;
  const std::int64_t row = best / extents.lag_columns, column = best % extents.lag_columns;

  WindowPeak peak;
  peak.score = static_cast<double>(scores[best]);
  const Rest rest = rest_of(scores, extents, row, column, goes_round);
  if (rest.count > 0) {
    const auto count = static_cast<double>(rest.count);
    const double mean = rest.sum / count, square = rest.squares / count,
                 deviation = std::sqrt(std::max(square - mean * mean, 0.0));
    peak.second = static_cast<double>(rest.highest);
    if (deviation > 0) peak.sidelobe = (peak.score - mean) / deviation;
    if (square > 0) peak.noise = peak.score / std::sqrt(square);
  }

  const auto lag = [&](std::int64_t index, std::int64_t extent) {
    if (!goes_round) return index - windows.search;
    return index < (extent + 1) / 2 ? index : index - extent;
  };
  peak.row = lag(row, extents.lag_rows);
  peak.column = lag(column, extents.lag_columns);
  peak.y = static_cast<double>(peak.row);
  peak.x = static_cast<double>(peak.column);
  peak.is_at_border = !goes_round && (row == 0 || row == extents.lag_rows - 1 || column == 0 ||
                                      column == extents.lag_columns - 1);
  if (peak.is_at_border) return peak;
  const auto at = [&](std::int64_t y, std::int64_t x) {
    y = (y + extents.lag_rows) % extents.lag_rows;
    x = (x + extents.lag_columns) % extents.lag_columns;
    return static_cast<double>(scores[y * extents.lag_columns + x]);
  };
  const bool is_gaussian = windows.score != WindowScore::zncc;
  peak.y += offset(at(row - 1, column), peak.score, at(row + 1, column), is_gaussian);
  peak.x += offset(at(row, column - 1), peak.score, at(row, column + 1), is_gaussian);
  return peak;
}

}  // namespace fftcore
