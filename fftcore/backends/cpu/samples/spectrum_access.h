// SPDX-License-Identifier: LGPL-2.1-or-later
// Half spectra in a caller's memory <-> f32. Padding of rows is not read, and is written as zeros.
// Immutable, so that all threads share it.
#pragma once

#include "fft_engine.h"
#include "fftcore/stages.h"

namespace fftcore {

class SpectrumAccess {
 public:
  explicit SpectrumAccess(const SpectrumLayout& layout);

  /// Values [first, first + count) of a row; zeros past its bins.
  void load(const void* data, std::int64_t channel, std::int64_t row, std::int64_t first,
            std::int64_t count, Complex* to) const;
  /// Stores values of a row, times `scale`; what lies past the row's padding is dropped.
  void store(const Complex* from, std::int64_t channel, std::int64_t row, std::int64_t first,
             std::int64_t count, float scale, void* data) const;
  /// Makes row `to` equal to row `from`, or zeros where that is negative.
  void copy_row(void* data, std::int64_t channel, std::int64_t from, std::int64_t to) const;

 private:
  std::int64_t row_start(std::int64_t channel, std::int64_t row) const {
    return (channel * rows_ + row) * stride_;
  }
  SampleType type_;
  std::int64_t bins_;
  std::int64_t stride_;  // complex values, as all here
  std::int64_t rows_;    // stored, of a channel
};

}  // namespace fftcore
