// SPDX-License-Identifier: LGPL-2.1-or-later
#include "complex_ops.h"

#include "simd.h"

namespace fftcore {

// The loops see pairs of floats: std::complex's own product checks for infinities and does not vectorise.

FFTCORE_SIMD_CLONES
void interleave(const float* __restrict real, const float* __restrict imag, std::int64_t count, Complex* to) {
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
void deinterleave(const Complex* from, std::int64_t count, float* __restrict real, float* __restrict imag) {
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

void conjugate_scaled(const Complex* from, std::int64_t count, float scale, Complex* to) {
  for (std::int64_t i = 0; i < count; ++i) to[i] = {from[i].real() * scale, -from[i].imag() * scale};
}

}  // namespace fftcore
