// SPDX-License-Identifier: LGPL-2.1-or-later
// Pointwise work on complex arrays, in single and double precision.
#pragma once

#include <cstdint>

#include "fft_engine.h"

namespace fftcore {

/// Real and imaginary part exchanged: of the value before it is multiplied, or of the product.
enum class Exchange { none, before, after };

// Each function once a precision.
#define FFTCORE_COMPLEX_OPS(Real)                                                                  \
  /* to[i] = real[i] + i imag[i]; a null imag stands for zeros. */                                 \
  void interleave(const Real* real, const Real* imag, std::int64_t count, std::complex<Real>* to); \
  /* real[i] + i imag[i] = from[i]; a null imag leaves that half out. */                           \
  void deinterleave(const std::complex<Real>* from, std::int64_t count, Real* real, Real* imag);   \
  /* data[i] *= factor[i] */                                                                       \
  void multiply(std::complex<Real>* data, const std::complex<Real>* factor, std::int64_t count);   \
  /* to[i] = data[i] * factor[i], or added to it. Arrays do not overlap. */                        \
  void multiply_to(const std::complex<Real>* data, const std::complex<Real>* factor,               \
                   std::int64_t count, std::complex<Real>* to);                                    \
  void multiply_add(const std::complex<Real>* data, const std::complex<Real>* factor,              \
                    std::int64_t count, std::complex<Real>* to);                                   \
  /* to[i][lane] = from[i][lane] * factor[i], rows of `lanes`. Arrays do not overlap. */           \
  void multiply_rows(const std::complex<Real>* from, const std::complex<Real>* factor,             \
                     std::int64_t rows, std::int64_t lanes, Exchange exchange,                     \
                     std::complex<Real>* to);                                                      \
  /* to[i] = conj(from[i]) * scale; may be in place */                                             \
  void conjugate_scaled(const std::complex<Real>* from, std::int64_t count, Real scale,            \
                        std::complex<Real>* to);

FFTCORE_COMPLEX_OPS(float)
FFTCORE_COMPLEX_OPS(double)
#undef FFTCORE_COMPLEX_OPS

}  // namespace fftcore
