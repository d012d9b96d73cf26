// SPDX-License-Identifier: LGPL-2.1-or-later
// Correlation of windows in one launch: a block of threads has a pair of windows from its samples
// to its result (fftcore/window_correlation.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "fftcore/window_correlation.h"
#include "line_spec.h"

namespace fftcore {

/// A transform of `first * last` points, which lie in shared memory, by two butterflies. Point
/// last * i + j is value i of the first butterfly number j; bin k + first * m lies where point
/// last * k + m was.
struct WindowLine {
  int first = 1, last = 1;

  int length() const { return first * last; }
  int place_of(int bin) const { return last * (bin % first) + bin / first; }
};

/// The images are `input` and `second`, places are `source`, and results are `output`. How many
/// windows there are is a number of the launch, `count` at most.
struct WindowSpec {
  std::string name;
  ImageGeometry image;         ///< of both images
  std::vector<float> weights;  ///< of all channels
  WindowScore score = WindowScore::zncc;
  int window_rows = 32, window_columns = 32;
  int search = 8;
  int count = 1;
  bool is_mapped = false;
  Interpolation interpolation = Interpolation::lanczos;
  std::vector<double> taper_rows, taper_columns;  ///< empty: there is none
  int refine = 2;
  double bandwidth = 0;
  double flat = 0;
  WindowLine down, across;  ///< transforms of columns and of rows
  int threads = 256;
  int blocks_beside = 1;  ///< on a multiprocessor, at least
  /// Whether the first window stays in shared memory for `refine`; else it is gathered again.
  bool keeps_window = false;
  std::int64_t other_bytes = 0;  ///< of shared memory, for arrays that are not named here

  /// Samples of the second window.
  int second_rows() const { return window_rows + 2 * search; }
  int second_columns() const { return window_columns + 2 * search; }
  /// Lags along an axis.
  int lag_rows() const { return search > 0 ? 2 * search + 1 : window_rows; }
  int lag_columns() const { return search > 0 ? 2 * search + 1 : window_columns; }
  /// The lag 0 among them.
  int middle_row() const { return search > 0 ? search : window_rows / 2; }
  int middle_column() const { return search > 0 ? search : window_columns / 2; }
  bool has_taper() const { return !taper_rows.empty(); }

  /// Columns of bins that are multiplied: bins 0 and half of the length count as one, since their
  /// columns are transforms of real lines.
  int half_columns() const { return (across.length() - 1) / 2 + 1; }
  /// Points from row to row: odd, so that neighbouring rows lie in different banks. The last column
  /// is free, for that one.
  int pitch() const { return (across.length() + 1) | 1; }
  int spare_column() const { return across.length(); }
  /// Numbers from row to row of sums of columns, and of the first window, likewise.
  int sums_pitch() const { return second_columns() | 1; }
  int window_pitch() const { return window_columns | 1; }

  /// Pairs of numbers of the array of points: samples, and bins of a transform in its place.
  int points() const { return down.length() * pitch(); }
  /// Numbers of scratch: sums of columns, and of their squares, or the first window.
  int scratch() const {
    const int sums = score == WindowScore::zncc ? 2 * lag_rows() * sums_pitch() : 0,
              window = keeps_window ? window_rows * window_pitch() : 0;
    return std::max(sums, window);
  }
  int lags() const { return lag_rows() * lag_columns(); }
  /// Whether S takes the place of the points that it comes from; lags begin with 0 then.
  bool is_in_place() const { return search == 0; }
  /// Pairs that threads hand on to add them up.
  int partials() const { return kPairsOfThread * threads; }
  std::int64_t shared_bytes() const {
    return std::int64_t{8} * (points() + partials()) +
           std::int64_t{4} * (scratch() + (is_in_place() ? 0 : lags())) + other_bytes;
  }
  static constexpr int kPairsOfThread = 2;
};

}  // namespace fftcore
