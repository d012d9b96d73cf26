// SPDX-License-Identifier: LGPL-2.1-or-later
// The best places of a surface (search.h: cells, candidates). While a row of it is in the cache,
// each cell's largest value is kept; where in its cell it lies is looked up in the surface for the
// few cells that matter later.
#pragma once

#include <span>
#include <vector>

#include "aligned_array.h"
#include "peaks.h"

namespace fftcore {

/// A surface as it lies in memory.
struct SurfaceView {
  const float* data = nullptr;
  std::int64_t row_stride = 0;
  const float* row(std::int64_t y) const { return data + y * row_stride; }
};

class PeakSearch {
 public:
  explicit PeakSearch(const PeakRules& rules);

  /// Takes in row y of a template's surface. Threads may take in different rows at once.
  void add_row(std::int64_t template_index, std::int64_t y, const float* row);
  /// After all rows: the peaks of that template, as many as `found` holds. Uses the candidates up.
  void select(std::int64_t template_index, SurfaceView surface, std::span<FoundPeak> found);

 private:
  struct Place {
    std::int64_t row, column;
  };
  /// Candidates of one template, a value for each cell.
  float* candidates(std::int64_t template_index) const {
    return candidates_.data() + template_index * extent_.rows * cells_;
  }
  float* best_of_rows(std::int64_t template_index) const {
    return best_of_rows_.data() + template_index * extent_.rows;
  }

  std::int64_t column_of(const float* candidates, std::int64_t cell, const float* row) const;
  FoundPeak sample(SurfaceView surface, Place place) const;
  void remove_around(std::int64_t template_index, SurfaceView surface, Place place);
  bool is_near(std::int64_t a, std::int64_t b, std::int64_t extent) const;

  const Extent extent_;  // of a surface
  const std::int64_t radius_;
  const bool wraps_;
  const std::int64_t cells_;  // of a row
  AlignedArray<float> candidates_;
  AlignedArray<float> best_of_rows_;
};

}  // namespace fftcore
