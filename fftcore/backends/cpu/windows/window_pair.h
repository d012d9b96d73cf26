// SPDX-License-Identifier: LGPL-2.1-or-later
// Two windows that are compared, as floats less their means, and what is known of them.
#pragma once

#include <cstdint>

#include "fftcore/window_correlation.h"

namespace fftcore {

/// Extents of the windows of a WindowCorrelation, and of S.
struct WindowExtents {
  explicit WindowExtents(const WindowCorrelation& windows)
      : rows(windows.window.rows),
        columns(windows.window.columns),
        second_rows(rows + 2 * windows.search),
        second_columns(columns + 2 * windows.search),
        lag_rows(windows.search > 0 ? 2 * windows.search + 1 : rows),
        lag_columns(windows.search > 0 ? 2 * windows.search + 1 : columns) {}

  std::int64_t samples() const { return rows * columns; }

  std::int64_t rows, columns;                ///< of the first window
  std::int64_t second_rows, second_columns;  ///< of the second one
  /// Of S: lag -search is the first; where there is no search lags go round from 0 on.
  std::int64_t lag_rows, lag_columns;
};

struct WindowPair {
  const float* first = nullptr;   ///< rows without gaps
  const float* second = nullptr;  ///< rows `pitch` apart
  std::int64_t pitch = 0;
  double first_energy = 0;   ///< sum of squares, times the taper's
  double second_energy = 0;  ///< likewise
};

}  // namespace fftcore
