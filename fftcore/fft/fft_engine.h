// SPDX-License-Identifier: LGPL-2.1-or-later
// The transforms that the CPU needs, whoever computes them. Forward exponent -1, inverse +1, both
// without normalisation. Objects are planned once and used by one thread at a time. They take no
// memory when they run, but for FFTW's with prime factors above 31, and its cosine and sine
// transforms: FFTW takes and frees a few lines' worth. Arrays are aligned to kCacheLine, but for
// DenseLines.
#pragma once

#include <complex>
#include <memory>
#include <string_view>
#include <type_traits>

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

/// n real values <-> n / 2 + 1 complex ones; n is even. Either way the source may be destroyed.
template <class Real>
class RealTransformOf {
 public:
  virtual ~RealTransformOf() = default;
  virtual void forward(Real* real, std::complex<Real>* spectrum) = 0;
  /// Takes the imaginary parts of the first and last value as 0.
  virtual void inverse(std::complex<Real>* spectrum, Real* real) = 0;
};
using RealTransform = RealTransformOf<float>;

/// Cosine or sine transforms (transform.h) of `lanes` lines, one way: rows of `lanes` real values.
/// From one array to another, which must not overlap; `from` may be destroyed.
template <class Real>
class CosineTransformOf {
 public:
  virtual ~CosineTransformOf() = default;
  virtual void run(Real* from, Real* to) = 0;
};

/// Lines one behind the other: their values without gaps, their beginnings `distance` values of
/// the side apart. Values are complex or real, as the kind has them.
struct DenseLines {
  TransformKind kind = TransformKind::c2c;
  Direction direction = Direction::forward;
  std::int64_t points = 1;
  std::int64_t lines = 1;  ///< of all blocks together
  std::int64_t lanes = 1;  ///< of a block; the last one may have fewer
  std::int64_t from_distance = 1, to_distance = 1;
  bool is_packed = false;  ///< the last bin is the imaginary part of the first one
  bool is_in_place = false;
  bool keeps_input = true;  ///< not to be destroyed; nothing to say in place
  double scale = 1;         ///< of the result
};

/// Transforms blocks of DenseLines where they lie, in memory that is aligned to values. What lies
/// between lines is neither read nor written. The same bits whatever the alignment.
template <class Real>
class DenseTransformOf {
 public:
  virtual ~DenseTransformOf() = default;
  /// `lanes` lines, or those of the last block.
  virtual void run(const Real* from, Real* to, std::int64_t lines) = 0;
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
  /// Both are null where the engine has none.
  virtual std::unique_ptr<RealTransformOf<Real>> real(std::int64_t /*n*/) const { return nullptr; }
  virtual std::unique_ptr<CosineTransformOf<Real>> cosine(TransformKind, std::int64_t /*n*/,
                                                          std::int64_t /*lanes*/) const {
    return nullptr;
  }
  /// Whether dense() may be called. All engines take lines side by side.
  virtual bool takes_dense_lines() const { return false; }
  virtual std::unique_ptr<DenseTransformOf<Real>> dense(const DenseLines&) const { return nullptr; }
};

class FftEngine {
 public:
  virtual ~FftEngine() = default;
  virtual std::string_view name() const = 0;
  virtual const EngineOf<float>& f32() const = 0;
  virtual const EngineOf<double>& f64() const = 0;
  /// Called when an executable has planned all it needs: the time to keep what was
  /// learnt.
  virtual void planned() const {}

  std::unique_ptr<ComplexTransform> complex(std::int64_t n, std::int64_t lanes) const {
    return f32().complex(n, lanes);
  }
  /// Of lengths that the engine does.
  std::unique_ptr<RealTransform> real(std::int64_t n) const { return f32().real(n); }
};

/// What an engine has for arithmetic in Real.
template <class Real>
const EngineOf<Real>& engine_in(const FftEngine& engine) {
  if constexpr (std::is_same_v<Real, double>)
    return engine.f64();
  else
    return engine.f32();
}

}  // namespace fftcore
