// SPDX-License-Identifier: LGPL-2.1-or-later
// Blocks of a real signal <-> spectra, in steps that can be done one by one. Spectra are those of
// odd frequencies: of 2 M real samples x[n] the M values
//   X[2j] = sum_n x[n] exp(-2 pi i n (2j + 1/2) / (2 M))
//         = sum_{n<M} (x[n] - i x[n + M]) exp(-pi i n / (2 M)) exp(-2 pi i n j / M)
// The others are their conjugates. Their products are those of a convolution that wraps with the
// other sign, whose wrapped half overlap-save throws away. So M complex points do, without bins of
// their own at the ends (J. Arndt, "Matters Computational", calls it right-angle convolution).
#pragma once

#include <complex>
#include <memory>

#include "aligned_array.h"
#include "fft_engine.h"

namespace fftcore {

/// One precision's transforms of blocks of M samples, M a power of 2. Used by one thread at a time.
template <class Real>
class StreamTransform {
 public:
  /// `most_at_once`: a transform of up to so many points is one step.
  StreamTransform(std::int64_t points, const EngineOf<Real>& engine, std::int64_t most_at_once);

  /// How many steps a transform has, either way. They are done in order.
  std::int64_t steps() const { return column_steps_ + row_steps_; }

  /// What part of a transform a step is: columns and rows are about half of it each.
  double part_of_forward(std::int64_t number) const {
    if (column_steps_ == 0) return 1;
    return 0.5 / static_cast<double>(number < column_steps_ ? column_steps_ : row_steps_);
  }
  double part_of_inverse(std::int64_t number) const {
    if (column_steps_ == 0) return 1;
    return 0.5 / static_cast<double>(number < row_steps_ ? row_steps_ : column_steps_);
  }

  /// A step of the spectrum of `older` and `newer`, M samples each. The spectrum is groups
  /// (stream_loops.h) that are `step` values apart.
  void forward(std::int64_t number, const Real* older, const Real* newer, std::int64_t step,
               Real* spectrum);
  /// A step back, to the newer samples, times M. The spectrum's groups have no gaps.
  void inverse(std::int64_t number, const Real* spectrum, Real* newer);

 private:
  using Complex = std::complex<Real>;

  void load_columns(std::int64_t first, const Real* older, const Real* newer, Complex* to) const;

  // M = rows * columns; bin number r + rows * c is in place r * columns + c. One row: no columns
  // are transformed.
  std::int64_t rows_, columns_, lanes_;
  std::int64_t column_steps_, row_steps_;
  std::unique_ptr<ComplexTransformOf<Real>> along_columns_, along_row_;
  AlignedArray<Complex> weights_;   // exp(-pi i n / (2 M))
  AlignedArray<Complex> twiddles_;  // exp(-2 pi i r c / M)
  AlignedArray<Complex> work_;      // between columns and rows
  AlignedArray<Complex> from_, to_;
};

extern template class StreamTransform<float>;
extern template class StreamTransform<double>;

}  // namespace fftcore
