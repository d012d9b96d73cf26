// SPDX-License-Identifier: LGPL-2.1-or-later
// Transforms of lengths with large prime factors (Bluestein): with c[i] = exp(-pi i i^2 / n),
//   X[k] = c[k] sum_i (x[i] c[i]) conj(c[k - i])
// is a convolution, done by transforms of a smooth length of at least 2 n - 1.
#pragma once

#include <memory>

#include "aligned_array.h"
#include "complex_ops.h"
#include "fft_engine.h"

namespace fftcore {

/// What depends on the length only, computed in double. Immutable, so that threads share it.
template <class Real>
struct BluesteinTables {
  explicit BluesteinTables(std::int64_t points);
  std::int64_t bytes() const {
    return (chirp.size() + spectrum.size()) * static_cast<std::int64_t>(sizeof(chirp[0]));
  }
  std::int64_t n;                          ///< points
  std::int64_t padded;                     ///< length of the convolution
  AlignedArray<std::complex<Real>> chirp;  ///< c, n values
  /// Of conj(c) for both signs of the index, divided by `padded`.
  AlignedArray<std::complex<Real>> spectrum;
};

/// Tables of a length. Those that were used last are kept, for all executables: a long length takes
/// a while.
template <class Real>
std::shared_ptr<const BluesteinTables<Real>> bluestein_tables(std::int64_t n);

template <class Real>
class BluesteinTransform final : public ComplexTransformOf<Real> {
  using Complex = std::complex<Real>;

 public:
  BluesteinTransform(const EngineOf<Real>& engine, std::int64_t n, std::int64_t lanes);
  void forward(Complex* from, Complex* to) override;
  void inverse(Complex* from, Complex* to) override;

 private:
  void transform(const Complex* from, Complex* to, Exchange first, Exchange last);

  std::shared_ptr<const BluesteinTables<Real>> tables_;
  std::int64_t lanes_;
  std::unique_ptr<ComplexTransformOf<Real>> convolution_;
  AlignedArray<Complex> signal_, spectrum_;
};

}  // namespace fftcore
