// SPDX-License-Identifier: LGPL-2.1-or-later
// Sums of rows times taps, the inner loop of convolutions without transforms.
#pragma once

#include <cstdint>

#include "fftcore/layout.h"

namespace fftcore {

struct DirectSums {
  /// Row i of the image, for the first output row's taps of row i.
  const float* const* rows = nullptr;
  std::int64_t first = 0;  ///< column of the rows, for the first output column's first taps
  std::int64_t count = 0;  ///< of output rows, any
  std::int64_t columns = 0;
  const float* taps = nullptr;  ///< row-major
  Extent extent = {};           ///< of the taps
  std::int64_t step = 1;        ///< columns of the rows from a tap to its neighbour
  float* out = nullptr;
  std::int64_t stride = 0;  ///< of output rows
  bool adds = false;        ///< to what is there
};

/// For kDirectOverrun columns beyond the last, rows are read and `out` is written too, unless
/// columns are a multiple of kDirectWholeColumns.
/// out[m * stride + x] = sum_ij rows[m + i][first + x + j * step] * taps[i][j]. Each sum is rounded
/// in the same way wherever it lies among rows and columns.
void correlate_rows(const DirectSums& sums);

/// The same without what only newer processors have.
void correlate_rows_anywhere(const DirectSums& sums);
// Its parts, of a step of 1 and of any: functions of their own, lest one leaves the other fewer
// registers.
void correlate_near_rows_anywhere(const DirectSums& sums);
void correlate_spaced_rows_anywhere(const DirectSums& sums);

}  // namespace fftcore
