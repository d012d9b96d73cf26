// SPDX-License-Identifier: LGPL-2.1-or-later
// The transforms that the CPU backend needs, whoever computes them. Forward exponent -1, inverse
// +1, both without normalisation. Objects are planned once and used by one thread at a time. They
// take no memory when they run, but for FFTW's with prime factors above 31, and its cosine and sine
// transforms: FFTW takes and frees a line's worth. Arrays are aligned to kCacheLine.
#pragma once

#include <complex>
#include <memory>
#include <string_view>
#include <vector>

#include "fftcore/transform.h"

namespace fftcore {

using Complex = std::complex<float>;

/// `lanes` transforms of n points at once: arrays of n rows x lanes, transformed down the columns.
/// From one array to another, which must not overlap; `from` may be destroyed.
template <class Real>
class ComplexTransformOf {
 public:
  virtual ~ComplexTransformOf() = default;
  virtual void forward(std::complex<Real>* from, std::complex<Real>* to) = 0;
  virtual void inverse(std::complex<Real>* from, std::complex<Real>* to) = 0;
};
using ComplexTransform = ComplexTransformOf<float>;

/// n real values <-> n / 2 + 1 complex ones; n is even.
class RealTransform {
 public:
  virtual ~RealTransform() = default;
  virtual void forward(float* real, Complex* spectrum) = 0;
  /// Takes the imaginary parts of the first and last value as 0; may destroy the spectrum.
  virtual void inverse(Complex* spectrum, float* real) = 0;
};

/// Cosine or sine transforms (transform.h) of `lanes` lines, one way: rows of `lanes` real values.
/// From one array to another, which must not overlap; `from` may be destroyed.
template <class Real>
class CosineTransformOf {
 public:
  virtual ~CosineTransformOf() = default;
  virtual void run(Real* from, Real* to) = 0;
};

/// An engine in one precision: float or double.
template <class Real>
class EngineOf {
 public:
  virtual ~EngineOf() = default;
  /// Whether it does lengths of n; it does all without prime factors above 5.
  virtual bool does(std::int64_t n) const = 0;
  virtual std::unique_ptr<ComplexTransformOf<Real>> complex(std::int64_t n,
                                                            std::int64_t lanes) const = 0;
  /// Null where the engine has none.
  virtual std::unique_ptr<CosineTransformOf<Real>> cosine(TransformKind, std::int64_t /*n*/,
                                                          std::int64_t /*lanes*/) const {
    return nullptr;
  }
};

class FftEngine {
 public:
  virtual ~FftEngine() = default;
  virtual std::string_view name() const = 0;
  virtual const EngineOf<float>& f32() const = 0;
  virtual const EngineOf<double>& f64() const = 0;
  virtual std::unique_ptr<RealTransform> real(std::int64_t n) const = 0;
  /// Called when an executable has planned all it needs: the time to keep what was
  /// learnt.
  virtual void planned() const {}

  std::unique_ptr<ComplexTransform> complex(std::int64_t n, std::int64_t lanes) const {
    return f32().complex(n, lanes);
  }
};

/// Engines that are here, best first: FFTW where its module is (fftw_engine.h), kissfft.
std::vector<const FftEngine*> fft_engines();

/// The first of fft_engines(), or the one that FFTCORE_CPU_FFT names. Throws InvalidArgument for
/// another name, and where FFTW was asked for, by that or by FFTCORE_FFTW, and cannot be loaded.
const FftEngine& select_fft_engine();

}  // namespace fftcore
