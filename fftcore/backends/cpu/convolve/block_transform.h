// SPDX-License-Identifier: LGPL-2.1-or-later
// A block of rows <-> its spectrum: rows, then blocks of `lanes` columns, one after the other, as
// the taps' spectra lie. One object a thread.
#pragma once

#include <algorithm>

#include "column_filter.h"
#include "sample_rows.h"

namespace fftcore {

template <class Real>
class BlockTransformOf {
  using Complex = std::complex<Real>;

 public:
  BlockTransformOf(const FftEngine& engine, std::int64_t rows, std::int64_t columns,
                   std::int64_t lanes, int parts)
      : lanes_(lanes),
        row_(engine, columns, parts),
        stride_((row_.bins() + lanes - 1) / lanes * lanes),
        height_(rows) {
    if (rows == 1) return;  // a row is its own spectrum
    columns_ = std::make_unique<ColumnTransformOf<Real>>(engine, rows, lanes);
    rows_ = AlignedArray<Complex>(stride_ * rows);
  }

  /// Values of the spectrum. Those between bins and whole lanes have no meaning, but are numbers.
  std::int64_t values() const { return stride_ * height_; }

  /// The first rows and columns of the block; all else is zeros. read(y, samples) writes the
  /// `columns` samples of row y.
  template <class Read>
  void forward(std::int64_t rows, std::int64_t columns, Read read, Complex* spectrum) {
    if (rows == 0) {
      std::fill_n(spectrum, values(), Complex{});
      return;
    }
    for (std::int64_t y = 0; y < rows; ++y) {
      read(y, row_.samples());
      Complex* const bins = columns_ ? rows_.data() + y * stride_ : spectrum;
      row_.forward(columns, bins);
      std::fill(bins + row_.bins(), bins + stride_, Complex{});
    }
    if (!columns_) return;
    for (std::int64_t block = 0; block < stride_ / lanes_; ++block)
      columns_->forward(
          rows_.data() + block * lanes_, stride_, rows, [](std::int64_t y) { return y; },
          spectrum + block * columns_->block_points());
  }

  /// write(y, samples) gets the block's first rows. Destroys the spectrum.
  template <class Write>
  void inverse(Complex* spectrum, std::int64_t rows, Write write) {
    if (columns_)
      for (std::int64_t block = 0; block < stride_ / lanes_; ++block)
        columns_->inverse(spectrum + block * columns_->block_points(),
                          rows_.data() + block * lanes_, stride_, rows);
    for (std::int64_t y = 0; y < rows; ++y) {
      row_.inverse(columns_ ? rows_.data() + y * stride_ : spectrum);
      write(y, row_.samples());
    }
  }

 private:
  std::int64_t lanes_;
  SampleRows<Real> row_;
  std::int64_t stride_;  // of rows_, complex values
  std::int64_t height_;
  std::unique_ptr<ColumnTransformOf<Real>> columns_;  // null for one row
  AlignedArray<Complex> rows_;
};

}  // namespace fftcore
