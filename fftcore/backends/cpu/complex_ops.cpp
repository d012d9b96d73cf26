// SPDX-License-Identifier: LGPL-2.1-or-later
#include "complex_ops.h"

#include "simd.h"

namespace fftcore {

// The loops see pairs of floats: std::complex's own product checks for infinities and does not
// vectorise.

FFTCORE_SIMD_CLONES
void interleave(const float* __restrict real, const float* __restrict imag, std::int64_t count,
                Complex* to) {
  float* __restrict pairs = reinterpret_cast<float*>(to);
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

FFTCORE_SIMD_CLONES
void deinterleave(const Complex* from, std::int64_t count, float* __restrict real,
                  float* __restrict imag) {
  const float* __restrict pairs = reinterpret_cast<const float*>(from);
  if (imag != nullptr) {
    for (std::int64_t i = 0; i < count; ++i) {
      real[i] = pairs[2 * i];
      imag[i] = pairs[2 * i + 1];
    }
  } else {
    for (std::int64_t i = 0; i < count; ++i) real[i] = pairs[2 * i];
  }
}

FFTCORE_SIMD_CLONES
void multiply(Complex* data, const Complex* factor, std::int64_t count) {
  float* __restrict a = reinterpret_cast<float*>(data);
  const float* __restrict b = reinterpret_cast<const float*>(factor);
  for (std::int64_t i = 0; i < count; ++i) {
    const float real = a[2 * i] * b[2 * i] - a[2 * i + 1] * b[2 * i + 1];
    const float imag = a[2 * i] * b[2 * i + 1] + a[2 * i + 1] * b[2 * i];
    a[2 * i] = real;
    a[2 * i + 1] = imag;
  }
}

FFTCORE_SIMD_CLONES
void multiply_to(const Complex* data, const Complex* factor, std::int64_t count, Complex* to) {
  const float* __restrict a = reinterpret_cast<const float*>(data);
  const float* __restrict b = reinterpret_cast<const float*>(factor);
  float* __restrict c = reinterpret_cast<float*>(to);
  for (std::int64_t i = 0; i < count; ++i) {
    c[2 * i] = a[2 * i] * b[2 * i] - a[2 * i + 1] * b[2 * i + 1];
    c[2 * i + 1] = a[2 * i] * b[2 * i + 1] + a[2 * i + 1] * b[2 * i];
  }
}

FFTCORE_SIMD_CLONES
void multiply_add(const Complex* data, const Complex* factor, std::int64_t count, Complex* to) {
  const float* __restrict a = reinterpret_cast<const float*>(data);
  const float* __restrict b = reinterpret_cast<const float*>(factor);
  float* __restrict c = reinterpret_cast<float*>(to);
  for (std::int64_t i = 0; i < count; ++i) {
    c[2 * i] += a[2 * i] * b[2 * i] - a[2 * i + 1] * b[2 * i + 1];
    c[2 * i + 1] += a[2 * i] * b[2 * i + 1] + a[2 * i + 1] * b[2 * i];
  }
}

namespace {

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
inline __attribute__((always_inline)) void multiply_rows_of(const std::complex<Real>* from,
                                                            const std::complex<Real>* factor,
                                                            std::int64_t rows, std::int64_t lanes,
                                                            Exchange exchange,
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

FFTCORE_SIMD_CLONES
void multiply_rows(const Complex* from, const Complex* factor, std::int64_t rows,
                   std::int64_t lanes, Exchange exchange, Complex* to) {
  multiply_rows_of(from, factor, rows, lanes, exchange, to);
}
FFTCORE_SIMD_CLONES
void multiply_rows(const std::complex<double>* from, const std::complex<double>* factor,
                   std::int64_t rows, std::int64_t lanes, Exchange exchange,
                   std::complex<double>* to) {
  multiply_rows_of(from, factor, rows, lanes, exchange, to);
}

void conjugate_scaled(const Complex* from, std::int64_t count, float scale, Complex* to) {
  for (std::int64_t i = 0; i < count; ++i)
    to[i] = {from[i].real() * scale, -from[i].imag() * scale};
}

}  // namespace fftcore
