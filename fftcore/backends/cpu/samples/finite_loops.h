// SPDX-License-Identifier: LGPL-2.1-or-later
// Loops that look for numbers that are not finite, or too large.
#pragma once

#include <complex>
#include <cstdint>

namespace fftcore {

bool all_finite(const float* numbers, std::int64_t count);
bool all_finite(const double* numbers, std::int64_t count);

/// Whether all are numbers of at most that magnitude, which is finite.
bool all_within(const float* numbers, std::int64_t count, float largest);
bool all_within(const double* numbers, std::int64_t count, double largest);
/// Of f16, as they and `largest` lie in memory.
bool all_within(const std::uint16_t* halves, std::int64_t count, std::uint16_t largest);

/// Writes 0 in place of numbers that are larger, or not finite. Whether there were any.
bool set_aside(float* numbers, std::int64_t count, float largest);
bool set_aside(double* numbers, std::int64_t count, double largest);
/// Each part by itself.
template <class Real>
bool set_aside(std::complex<Real>* numbers, std::int64_t count, Real largest) {
  return set_aside(reinterpret_cast<Real*>(numbers), 2 * count, largest);
}

}  // namespace fftcore
