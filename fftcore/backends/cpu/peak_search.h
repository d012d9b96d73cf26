// SPDX-License-Identifier: LGPL-2.1-or-later
// The best places of S (correlation.h: cells, offers). While a row of S is in the cache, each
// cell's largest value is kept; where in its cell it lies is looked up in S for the few cells that
// matter later.
#pragma once

#include <span>
#include <vector>

#include "aligned_array.h"
#include "fftcore/search.h"
#include "peaks.h"

namespace fftcore {

/// S as it lies in memory.
struct SurfaceView {
  const float* data = nullptr;
  std::int64_t row_stride = 0;
  const float* row(std::int64_t y) const { return data + y * row_stride; }
};

class PeakSearch {
 public:
  explicit PeakSearch(const Correlation& correlation);

  /// Takes in row y of pattern p's S. Threads may take in different rows at once.
  void offer(std::int64_t pattern, std::int64_t y, const float* row);
  /// After all rows: the peaks of that pattern, as many as `found` holds. Uses the offers up.
  void select(std::int64_t pattern, SurfaceView surface, std::span<FoundPeak> found);

 private:
  struct Place {
    std::int64_t row, column;
  };
  /// Of one pattern.
  float* offers(std::int64_t pattern) const {
    return offers_.data() + pattern * extent_.rows * cells_;
  }
  float* best_of_rows(std::int64_t pattern) const {
    return best_of_rows_.data() + pattern * extent_.rows;
  }

  std::int64_t column_of(const float* offers, std::int64_t cell, const float* row) const;
  FoundPeak sample(SurfaceView surface, Place place) const;
  void remove_around(std::int64_t pattern, SurfaceView surface, Place place);
  bool is_near(std::int64_t a, std::int64_t b, std::int64_t extent) const;

  const Extent extent_;  // of S
  const std::int64_t radius_;
  const bool goes_round_;
  const std::int64_t cells_;  // of a row
  AlignedArray<float> offers_;
  AlignedArray<float> best_of_rows_;
};

}  // namespace fftcore
