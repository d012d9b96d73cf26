// SPDX-License-Identifier: LGPL-2.1-or-later
// Samples of an image row <-> real or complex numbers, in single or double precision.
#pragma once

#include <complex>
#include <cstdint>

#include "fftcore/layout.h"

namespace fftcore {

/// to[i] = row[first + i * step] - bias, indices counted in samples, which are real.
void load_samples(const void* row, SampleType type, std::int64_t first, std::int64_t step,
                  std::int64_t count, float bias, float* to);
void load_samples(const void* row, SampleType type, std::int64_t first, std::int64_t step,
                  std::int64_t count, float bias, double* to);
/// The same of complex samples, or of real ones, whose imaginary parts are 0.
void load_samples(const void* row, SampleType type, std::int64_t first, std::int64_t step,
                  std::int64_t count, float bias, std::complex<float>* to);
void load_samples(const void* row, SampleType type, std::int64_t first, std::int64_t step,
                  std::int64_t count, float bias, std::complex<double>* to);

/// row[first + i * step] = pack(gain * from[i] + offset): a whole number is rounded to nearest
/// and clamped to its range, NaN becomes 0.
void store_samples(void* row, SampleType type, std::int64_t first, std::int64_t step,
                   std::int64_t count, float gain, float offset, const float* from);
void store_samples(void* row, SampleType type, std::int64_t first, std::int64_t step,
                   std::int64_t count, double gain, double offset, const double* from);
/// row[first + i * step] = gain * from[i] + offset, samples being complex; `sign` multiplies
/// imaginary parts.
void store_samples(void* row, SampleType type, std::int64_t first, std::int64_t step,
                   std::int64_t count, float gain, float offset, float sign,
                   const std::complex<float>* from);
void store_samples(void* row, SampleType type, std::int64_t first, std::int64_t step,
                   std::int64_t count, double gain, double offset, double sign,
                   const std::complex<double>* from);

/// Copies samples between rows of one sample type, bit by bit.
void copy_samples(const void* from, std::int64_t from_first, std::int64_t from_step, void* to,
                  std::int64_t to_first, std::int64_t to_step, SampleType type, std::int64_t count);

}  // namespace fftcore
