// SPDX-License-Identifier: LGPL-2.1-or-later
// S of a pair of windows without a transform, where there are few lags; and how zncc's sums become
// scores, whoever computes them.
#pragma once

#include <cstdint>

#include "aligned_array.h"
#include "window_pair.h"

namespace fftcore {

/// Memory of one thread.
struct ScoreScratch {
  explicit ScoreScratch(const WindowExtents& extents, std::int64_t pitch)
      : squares(extents.lag_rows * extents.lag_columns), lines(2 * pitch) {}
  AlignedArray<float> squares;
  AlignedArray<double> lines;
};

/// Whether this is faster than transforms of so many points.
bool is_direct_faster(const WindowCorrelation& windows, std::int64_t points);

/// Sums of products at each lag become scores. There is a search.
void normalize_scores(const WindowCorrelation& windows, const WindowPair& pair,
                      const ScoreScratch& scratch, float* scores);

/// S. There is a search.
void direct_scores(const WindowCorrelation& windows, const WindowPair& pair,
                   const ScoreScratch& scratch, float* scores);

}  // namespace fftcore
