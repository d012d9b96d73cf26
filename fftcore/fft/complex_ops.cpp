// SPDX-License-Identifier: LGPL-2.1-or-later
#include "complex_ops.h"

#include "simd.h"

namespace fftcore {
namespace {

// The loops see pairs of numbers: std::complex's own product checks for infinities and does not
// vectorise.
template <class Real>
FFTCORE_PART_OF_LOOP void interleave_of(const Real* __restrict real, const Real* __restrict imag,
                                        std::int64_t count, std::complex<Real>* to) {
  Real* __restrict pairs = reinterpret_cast<Real*>(to);
  if (imag != nullptr) {
    for (std::int64_t i = 0; i < count; ++i) {
      pairs[2 * i] = real[i];
      pairs[2 * i + 1] = imag[i];
    }
  } else {
    for (std::int64_t i = 0; i < count; ++i) {
      pairs[2 * i] = real[i];
      pairs[2 * i + 1] = 0;
    }
  }
}

template <class Real>
FFTCORE_PART_OF_LOOP void deinterleave_of(const std::complex<Real>* from, std::int64_t count,
                                          Real* __restrict real, Real* __restrict imag) {
  const Real* __restrict pairs = reinterpret_cast<const Real*>(from);
  if (imag != nullptr) {
    for (std::int64_t i = 0; i < count; ++i) {
      real[i] = pairs[2 * i];
      imag[i] = pairs[2 * i + 1];
    }
  } else {
    for (std::int64_t i = 0; i < count; ++i) real[i] = pairs[2 * i];
  }
}

template <class Real>
FFTCORE_PART_OF_LOOP void multiply_of(std::complex<Real>* data, const std::complex<Real>* factor,
                                      std::int64_t count) {
  Real* __restrict a = reinterpret_cast<Real*>(data);
  const Real* __restrict b = reinterpret_cast<const Real*>(factor);
  for (std::int64_t i = 0; i < count; ++i) {
    const Real real = a[2 * i] * b[2 * i] - a[2 * i + 1] * b[2 * i + 1];
    const Real imag = a[2 * i] * b[2 * i + 1] + a[2 * i + 1] * b[2 * i];
    a[2 * i] = real;
    a[2 * i + 1] = imag;
  }
}

template <class Real>
FFTCORE_PART_OF_LOOP void multiply_to_of(const std::complex<Real>* data,
                                         const std::complex<Real>* factor, std::int64_t count,
                                         std::complex<Real>* to) {
  const Real* __restrict a = reinterpret_cast<const Real*>(data);
  const Real* __restrict b = reinterpret_cast<const Real*>(factor);
  Real* __restrict c = reinterpret_cast<Real*>(to);
  for (std::int64_t i = 0; i < count; ++i) {
    c[2 * i] = a[2 * i] * b[2 * i] - a[2 * i + 1] * b[2 * i + 1];
    c[2 * i + 1] = a[2 * i] * b[2 * i + 1] + a[2 * i + 1] * b[2 * i];
  }
}

template <class Real>
FFTCORE_PART_OF_LOOP void multiply_add_of(const std::complex<Real>* data,
                                          const std::complex<Real>* factor, std::int64_t count,
                                          std::complex<Real>* to) {
  const Real* __restrict a = reinterpret_cast<const Real*>(data);
  const Real* __restrict b = reinterpret_cast<const Real*>(factor);
  Real* __restrict c = reinterpret_cast<Real*>(to);
  for (std::int64_t i = 0; i < count; ++i) {
    c[2 * i] += a[2 * i] * b[2 * i] - a[2 * i + 1] * b[2 * i + 1];
    c[2 * i + 1] += a[2 * i] * b[2 * i + 1] + a[2 * i + 1] * b[2 * i];
  }
}

/// (a, b) -> (p a + q b, r a + s b)
template <class Real>
struct Matrix {
  Real p, q, r, s;
};

template <class Real>
Matrix<Real> matrix_of(std::complex<Real> factor, Exchange exchange) {
  const Real real = factor.real(), imag = factor.imag();
  switch (exchange) {
    case Exchange::none: return {real, -imag, imag, real};
    case Exchange::before: return {-imag, real, real, imag};
    case Exchange::after: return {imag, real, real, -imag};
  }
  return {};
}

template <class Real>
FFTCORE_PART_OF_LOOP void multiply_rows_of(const std::complex<Real>* from,
                                           const std::complex<Real>* factor, std::int64_t rows,
                                           std::int64_t lanes, Exchange exchange,
                                           std::complex<Real>* to) {
  for (std::int64_t row = 0; row < rows; ++row) {
    const auto [p, q, r, s] = matrix_of(factor[row], exchange);
    const Real* __restrict pairs = reinterpret_cast<const Real*>(from + row * lanes);
    Real* __restrict result = reinterpret_cast<Real*>(to + row * lanes);
    for (std::int64_t i = 0; i < lanes; ++i) {
      const Real a = pairs[2 * i], b = pairs[2 * i + 1];
      result[2 * i] = p * a + q * b;
      result[2 * i + 1] = r * a + s * b;
    }
  }
}

}  // namespace

#define FFTCORE_COMPLEX_OPS(Real)                                                                 \
  FFTCORE_SIMD_CLONES                                                                             \
  void interleave(const Real* real, const Real* imag, std::int64_t count,                         \
                  std::complex<Real>* to) {                                                       \
    interleave_of(real, imag, count, to);                                                         \
  }                                                                                               \
  FFTCORE_SIMD_CLONES                                                                             \
  void deinterleave(const std::complex<Real>* from, std::int64_t count, Real* real, Real* imag) { \
    deinterleave_of(from, count, real, imag);                                                     \
  }                                                                                               \
  FFTCORE_SIMD_CLONES                                                                             \
  void multiply(std::complex<Real>* data, const std::complex<Real>* factor, std::int64_t count) { \
    multiply_of(data, factor, count);                                                             \
  }                                                                                               \
  FFTCORE_SIMD_CLONES                                                                             \
  void multiply_to(const std::complex<Real>* data, const std::complex<Real>* factor,              \
                   std::int64_t count, std::complex<Real>* to) {                                  \
    multiply_to_of(data, factor, count, to);                                                      \
  }                                                                                               \
  FFTCORE_SIMD_CLONES                                                                             \
  void multiply_add(const std::complex<Real>* data, const std::complex<Real>* factor,             \
                    std::int64_t count, std::complex<Real>* to) {                                 \
    multiply_add_of(data, factor, count, to);                                                     \
  }                                                                                               \
  FFTCORE_SIMD_CLONES                                                                             \
  void multiply_rows(const std::complex<Real>* from, const std::complex<Real>* factor,            \
                     std::int64_t rows, std::int64_t lanes, Exchange exchange,                    \
                     std::complex<Real>* to) {                                                    \
    multiply_rows_of(from, factor, rows, lanes, exchange, to);                                    \
  }                                                                                               \
  void conjugate_scaled(const std::complex<Real>* from, std::int64_t count, Real scale,           \
                        std::complex<Real>* to) {                                                 \
    for (std::int64_t i = 0; i < count; ++i)                                                      \
      to[i] = {from[i].real() * scale, -from[i].imag() * scale};                                  \
  }
FFTCORE_COMPLEX_OPS(float)
FFTCORE_COMPLEX_OPS(double)
#undef FFTCORE_COMPLEX_OPS

}  // namespace fftcore
