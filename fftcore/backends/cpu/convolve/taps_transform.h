// SPDX-License-Identifier: LGPL-2.1-or-later
// Taps -> what blocks of columns are multiplied by.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "column_filter.h"
#include "sample_rows.h"

namespace fftcore {

/// Spectra of taps in correlation form: blocks of `lanes` columns, one after the other, each
/// fft.rows x lanes.
template <class Real>
class TapsTransformOf {
  using Complex = std::complex<Real>;

 public:
  TapsTransformOf(SampleRows<Real> rows, ColumnTransformOf<Real> columns, std::int64_t lanes)
      : rows_(std::move(rows)),
        columns_(std::move(columns)),
        lanes_(lanes),
        blocks_((rows_.bins() + lanes - 1) / lanes),
        row_(blocks_ * lanes) {}

  std::int64_t blocks() const { return blocks_; }
  std::int64_t points() const { return blocks_ * columns_.block_points(); }

  /// spectrum = scale * conj(transform of the taps). Rows wait in the spectrum itself for their
  /// columns: it may be the largest memory that there is.
  void operator()(const std::vector<Real>& taps, Extent extent, Real scale, Complex* spectrum) {
    for (std::int64_t y = 0; y < extent.rows; ++y) {
      std::copy_n(taps.data() + y * extent.columns * rows_.parts(), extent.columns * rows_.parts(),
                  rows_.samples());
      rows_.forward(extent.columns, row_.data());
      for (std::int64_t block = 0; block < blocks_; ++block)
        std::copy_n(row_.data() + block * lanes_, lanes_,
                    spectrum + block * columns_.block_points() + y * lanes_);
    }
    for (std::int64_t block = 0; block < blocks_; ++block) {
      Complex* const columns = spectrum + block * columns_.block_points();
      columns_.forward(
          columns, lanes_, extent.rows, [](std::int64_t y) { return y; }, columns);
    }
    conjugate_scaled(spectrum, points(), scale, spectrum);
  }

 private:
  SampleRows<Real> rows_;
  ColumnTransformOf<Real> columns_;
  std::int64_t lanes_;
  std::int64_t blocks_;
  AlignedArray<Complex> row_;  // bins of one row, zeros to whole blocks
};
using TapsTransform = TapsTransformOf<float>;

}  // namespace fftcore
