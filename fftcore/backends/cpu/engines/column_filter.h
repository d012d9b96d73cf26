// SPDX-License-Identifier: LGPL-2.1-or-later
// The middle of the CPU plans: a block of neighbouring columns gathered from rows, forward, times
// the taps' spectrum, inverse, and scattered back to rows. One object a thread.
#pragma once

#include <algorithm>

#include "aligned_array.h"
#include "complex_ops.h"
#include "fft_engine.h"

namespace fftcore {

/// Transforms of columns of n points, `lanes` side by side: block_points() values, n rows of
/// `lanes`.
template <class Real>
class ColumnTransformOf {
  using Complex = std::complex<Real>;

 public:
  ColumnTransformOf(const FftEngine& engine, std::int64_t n, std::int64_t lanes)
      : ColumnTransformOf(engine_in<Real>(engine).complex(n, lanes), n, lanes) {}
  ColumnTransformOf(std::unique_ptr<ComplexTransformOf<Real>> transform, std::int64_t n,
                    std::int64_t lanes)
      : n_(n), lanes_(lanes), transform_(std::move(transform)), gathered_(n * lanes) {}

  std::int64_t block_points() const { return n_ * lanes_; }

  /// read(y, to) writes the `lanes` values at position y of [0, inputs); what follows up to n is
  /// zero.
  template <class Read>
  void forward(std::int64_t inputs, Read read, Complex* spectrum) {
    for (std::int64_t y = 0; y < inputs; ++y) read(y, gathered_.data() + y * lanes_);
    std::fill(gathered_.data() + inputs * lanes_, gathered_.data() + block_points(), Complex{});
    transform_->forward(gathered_.data(), spectrum);
  }

  /// Columns [0, lanes) of `rows`, `stride` apart. Position y of [0, inputs) lies in row
  /// source_row(y), or is zero where that is negative.
  template <class SourceRow>
  void forward(const Complex* rows, std::int64_t stride, std::int64_t inputs, SourceRow source_row,
               Complex* spectrum) {
    const auto read = [&](std::int64_t y, Complex* to) {
      if (const std::int64_t source = source_row(y); source >= 0)
        std::copy_n(rows + source * stride, lanes_, to);
      else
        std::fill_n(to, lanes_, Complex{});
    };
    forward(inputs, read, spectrum);
  }

  /// n rows of `lanes`, until the next call. Destroys the spectrum.
  const Complex* inverse(Complex* spectrum) {
    transform_->inverse(spectrum, gathered_.data());
    return gathered_.data();
  }

  /// Results 0 .. outputs - 1 go to rows 0 .. outputs - 1. Destroys the spectrum.
  void inverse(Complex* spectrum, Complex* rows, std::int64_t stride, std::int64_t outputs) {
    const Complex* const results = inverse(spectrum);
    for (std::int64_t y = 0; y < outputs; ++y)
      std::copy_n(results + y * lanes_, lanes_, rows + y * stride);
  }

 private:
  std::int64_t n_;
  std::int64_t lanes_;
  std::unique_ptr<ComplexTransformOf<Real>> transform_;
  AlignedArray<Complex> gathered_;
};
using ColumnTransform = ColumnTransformOf<float>;

/// A row of a matrix of taps' spectra times a vector of spectra, for one block.
template <class Real>
class BlockProductOf {
  using Complex = std::complex<Real>;

 public:
  /// `keeps`: spectra are needed again.
  BlockProductOf(std::int64_t members, std::int64_t points, bool keeps)
      : members_(members), points_(points), product_(members > 1 || keeps ? points : 0) {}

  /// sum over d of factor(d) times the spectrum at spectra + d * stride. The result lasts until the
  /// next call; it lies in the spectrum itself where nothing else needs that.
  template <class Factor>
  Complex* operator()(Complex* spectra, std::int64_t stride, Factor factor) {
    if (product_.size() == 0) {
      multiply(spectra, factor(0), points_);
      return spectra;
    }
    multiply_to(spectra, factor(0), points_, product_.data());
    for (std::int64_t d = 1; d < members_; ++d)
      multiply_add(spectra + d * stride, factor(d), points_, product_.data());
    return product_.data();
  }

 private:
  std::int64_t members_;
  std::int64_t points_;
  AlignedArray<Complex> product_;
};
using BlockProduct = BlockProductOf<float>;

}  // namespace fftcore
