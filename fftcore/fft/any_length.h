// SPDX-License-Identifier: LGPL-2.1-or-later
// Transforms of any length, complex and real, several lines side by side: by an FftEngine, and by
// Bluestein where the engine does not do the length.
#pragma once

#include <map>
#include <memory>

#include "aligned_array.h"
#include "fft_engine.h"

namespace fftcore {

/// `lanes` real lines of n points <-> n / 2 + 1 bins each. Rows are `lanes` wide on both sides.
/// Even n: a row of the real side holds two points of each line as one complex value, and there are
/// n / 2 of them; odd n: one point, with an imaginary part of 0. One object a thread.
template <class Real>
class RealLines {
  using Complex = std::complex<Real>;

 public:
  /// `lines`: complex transform of real_rows(n). `roots`: exp(-2 pi i k / n), k = 0 .. n / 2; not
  /// used for odd n.
  RealLines(std::unique_ptr<ComplexTransformOf<Real>> lines,
            std::shared_ptr<const AlignedArray<Complex>> roots, std::int64_t n, std::int64_t lanes);

  /// Both may destroy what they read.
  void forward(Complex* real, Complex* spectrum);
  /// Takes the imaginary parts of the first bin and, n even, the last one as 0. Odd n: leaves
  /// rubbish in the imaginary parts.
  void inverse(Complex* spectrum, Complex* real);

 private:
  std::unique_ptr<ComplexTransformOf<Real>> lines_;
  std::shared_ptr<const AlignedArray<Complex>> roots_;
  std::int64_t n_, lanes_;
  AlignedArray<Complex> work_;  // real_rows(n)
};

/// Rows of the real side.
constexpr std::int64_t real_rows(std::int64_t n) {
  return n % 2 == 0 ? n / 2 : n;
}

/// Makes transforms; tables of a length are computed once and shared by all that are made.
template <class Real>
class LengthsOf {
 public:
  explicit LengthsOf(const EngineOf<Real>& engine) : engine_(engine) {}
  std::unique_ptr<ComplexTransformOf<Real>> complex(std::int64_t n, std::int64_t lanes);
  std::unique_ptr<RealLines<Real>> real(std::int64_t n, std::int64_t lanes);
  /// One line of even n; where the engine has one, its own.
  std::unique_ptr<RealTransformOf<Real>> real_line(std::int64_t n);
  /// The engine's own where it has them, else those of cosine_by_fft.h.
  std::unique_ptr<CosineTransformOf<Real>> cosine(TransformKind kind, std::int64_t n,
                                                  std::int64_t lanes);

 private:
  const EngineOf<Real>& engine_;
  std::map<std::int64_t, std::shared_ptr<const AlignedArray<std::complex<Real>>>> roots_;
};

/// In single precision.
class AnyLength : public LengthsOf<float> {
 public:
  explicit AnyLength(const FftEngine& engine) : LengthsOf(engine.f32()) {}
};

}  // namespace fftcore
