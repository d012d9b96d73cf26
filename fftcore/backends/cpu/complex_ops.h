// SPDX-License-Identifier: LGPL-2.1-or-later
// Pointwise work on complex arrays.
#pragma once

#include <cstdint>

#include "fft_engine.h"

namespace fftcore {

/// to[i] = real[i] + i imag[i]; a null imag stands for zeros.
void interleave(const float* real, const float* imag, std::int64_t count, Complex* to);

/// real[i] + i imag[i] = from[i]; a null imag leaves that half out.
void deinterleave(const Complex* from, std::int64_t count, float* real, float* imag);

/// data[i] *= factor[i]
void multiply(Complex* data, const Complex* factor, std::int64_t count);

/// to[i] = data[i] * factor[i], or added to it. Arrays do not overlap.
void multiply_to(const Complex* data, const Complex* factor, std::int64_t count, Complex* to);
void multiply_add(const Complex* data, const Complex* factor, std::int64_t count, Complex* to);

/// Real and imaginary part exchanged: of the value before it is multiplied, or of the product.
enum class Exchange { none, before, after };

/// to[i][lane] = from[i][lane] * factor[i], rows of `lanes`. Arrays do not overlap.
void multiply_rows(const Complex* from, const Complex* factor, std::int64_t rows,
                   std::int64_t lanes, Exchange exchange, Complex* to);
void multiply_rows(const std::complex<double>* from, const std::complex<double>* factor,
                   std::int64_t rows, std::int64_t lanes, Exchange exchange,
                   std::complex<double>* to);

/// to[i] = conj(from[i]) * scale; may be in place
void conjugate_scaled(const Complex* from, std::int64_t count, float scale, Complex* to);

}  // namespace fftcore
