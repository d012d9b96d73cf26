// SPDX-License-Identifier: LGPL-2.1-or-later
// Rows of samples <-> their bins, one at a time: half spectra of real samples, whole ones of
// complex samples. One object a thread.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>

#include "aligned_array.h"
#include "any_length.h"
#include "fft_engine.h"

namespace fftcore {

template <class Real>
class SampleRows {
  using Complex = std::complex<Real>;

 public:
  /// `parts`: numbers of a sample, 2 of complex ones. n is even where samples are real.
  SampleRows(const FftEngine& engine, std::int64_t n, int parts)
      : parts_(parts), n_(n), row_(n * parts) {
    LengthsOf<Real> lengths(engine_in<Real>(engine));
    if (parts == 2)
      complex_ = lengths.complex(n, 1);
    else
      real_ = lengths.real_line(n);
  }
  SampleRows(std::unique_ptr<RealTransformOf<Real>> real, std::int64_t n)
      : parts_(1), n_(n), row_(n), real_(std::move(real)) {}

  int parts() const { return parts_; }
  static constexpr std::int64_t bins_of(std::int64_t n, int parts) {
    return parts == 2 ? n : n / 2 + 1;
  }
  std::int64_t bins() const { return bins_of(n_, parts_); }
  /// One row: what goes forward, or what has come back.
  Real* samples() const { return row_.data(); }

  /// The first `count` samples, and zeros.
  void forward(std::int64_t count, Complex* spectrum) {
    std::fill(row_.data() + count * parts_, row_.data() + row_.size(), Real{});
    if (complex_)
      complex_->forward(reinterpret_cast<Complex*>(row_.data()), spectrum);
    else
      real_->forward(row_.data(), spectrum);
  }
  /// May destroy the spectrum.
  void inverse(Complex* spectrum) {
    if (complex_)
      complex_->inverse(spectrum, reinterpret_cast<Complex*>(row_.data()));
    else
      real_->inverse(spectrum, row_.data());
  }

 private:
  int parts_;
  std::int64_t n_;
  AlignedArray<Real> row_;
  std::unique_ptr<ComplexTransformOf<Real>> complex_;  // one of the two
  std::unique_ptr<RealTransformOf<Real>> real_;
};

}  // namespace fftcore
