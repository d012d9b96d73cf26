// SPDX-License-Identifier: LGPL-2.1-or-later
// The middle of both CPU plans: a block of neighbouring columns forward, times the kernel's spectrum, inverse; gathered from rows
// and scattered back to them. One object a thread.
#pragma once

#include <algorithm>

#include "aligned_array.h"
#include "complex_ops.h"
#include "fft_engine.h"

namespace fftcore {

class ColumnFilter {
 public:
  ColumnFilter(const FftEngine& engine, std::int64_t n, std::int64_t lanes)
      : n_(n), lanes_(lanes), transform_(engine.complex(n, lanes)), gathered_(n * lanes), spectrum_(n * lanes) {}

  std::int64_t block_points() const { return n_ * lanes_; }

  /// Columns [0, lanes) of `rows`, `stride` apart. Position y of [0, inputs) lies in row source_row(y), or is zero where that is negative; so is what
  /// follows up to n. Results 0 .. outputs - 1 are written to rows 0 .. outputs - 1. `kernel`: n x lanes.
  template <class SourceRow>
  void filter(Complex* rows, std::int64_t stride, std::int64_t inputs, SourceRow source_row, const Complex* kernel, std::int64_t outputs) {
    gather(rows, stride, inputs, source_row);
    transform_->forward(gathered_.data(), spectrum_.data());
    multiply(spectrum_.data(), kernel, block_points());
    transform_->inverse(spectrum_.data(), gathered_.data());
    for (std::int64_t y = 0; y < outputs; ++y) std::copy_n(gathered_.data() + y * lanes_, lanes_, rows + y * stride);
  }

  /// Forward only: columns of `inputs` rows into a block of n x lanes, conjugated and scaled. For kernels in correlation form.
  void transform_kernel(const Complex* rows, std::int64_t stride, std::int64_t inputs, float scale, Complex* kernel) {
    gather(rows, stride, inputs, [](std::int64_t y) { return y; });
    transform_->forward(gathered_.data(), spectrum_.data());
    conjugate_scaled(spectrum_.data(), block_points(), scale, kernel);
  }

 private:
  template <class SourceRow>
  void gather(const Complex* rows, std::int64_t stride, std::int64_t inputs, SourceRow source_row) {
    for (std::int64_t y = 0; y < inputs; ++y) {
      if (const std::int64_t source = source_row(y); source >= 0)
        std::copy_n(rows + source * stride, lanes_, gathered_.data() + y * lanes_);
      else
        std::fill_n(gathered_.data() + y * lanes_, lanes_, Complex{});
    }
    std::fill(gathered_.data() + inputs * lanes_, gathered_.data() + block_points(), Complex{});
  }

  std::int64_t n_;
  std::int64_t lanes_;
  std::unique_ptr<ComplexTransform> transform_;
  AlignedArray<Complex> gathered_;
  AlignedArray<Complex> spectrum_;
};

}  // namespace fftcore
