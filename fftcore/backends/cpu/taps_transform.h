// SPDX-License-Identifier: LGPL-2.1-or-later
// Taps -> what blocks of columns are multiplied by.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "column_filter.h"

namespace fftcore {

/// Spectra of kernels in correlation form: blocks of `lanes` columns, one after the other, each
/// fft.rows x lanes.
class TapsTransform {
 public:
  TapsTransform(std::unique_ptr<RealTransform> rows, ColumnTransform columns, Extent fft,
                std::int64_t lanes)
      : rows_(std::move(rows)),
        columns_(std::move(columns)),
        fft_(fft),
        lanes_(lanes),
        blocks_((fft.columns / 2 + lanes) / lanes),
        row_(fft.columns) {}

  std::int64_t blocks() const { return blocks_; }
  std::int64_t points() const { return blocks_ * columns_.block_points(); }

  /// spectrum = scale * conj(transform of the taps)
  void operator()(const std::vector<float>& taps, Extent extent, float scale, Complex* spectrum) {
    const std::int64_t stride = blocks_ * lanes_;
    const AlignedArray<Complex> rows(stride * extent.rows);
    for (std::int64_t y = 0; y < extent.rows; ++y) {
      std::copy_n(taps.data() + y * extent.columns, extent.columns, row_.data());
      std::fill(row_.data() + extent.columns, row_.data() + fft_.columns, 0.0F);
      rows_->forward(row_.data(), rows.data() + y * stride);
    }
    for (std::int64_t block = 0; block < blocks_; ++block)
      columns_.forward(
          rows.data() + block * lanes_, stride, extent.rows, [](std::int64_t y) { return y; },
          spectrum + block * columns_.block_points());
    conjugate_scaled(spectrum, points(), scale, spectrum);
  }

 private:
  std::unique_ptr<RealTransform> rows_;
  ColumnTransform columns_;
  Extent fft_;
  std::int64_t lanes_;
  std::int64_t blocks_;
  AlignedArray<float> row_;
};

}  // namespace fftcore
