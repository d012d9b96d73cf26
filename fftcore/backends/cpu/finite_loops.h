// SPDX-License-Identifier: LGPL-2.1-or-later
// Loops that look for numbers that are not finite.
#pragma once

#include <complex>
#include <cstdint>

namespace fftcore {

bool all_finite(const float* numbers, std::int64_t count);
bool all_finite(const double* numbers, std::int64_t count);
/// Of f16, as they lie in memory.
bool all_finite(const std::uint16_t* halves, std::int64_t count);

/// Writes 0 in place of numbers that are not finite. Whether there were any.
bool set_aside(float* numbers, std::int64_t count);
bool set_aside(double* numbers, std::int64_t count);
bool set_aside(std::uint16_t* halves, std::int64_t count);
/// Each part by itself.
template <class Real>
bool set_aside(std::complex<Real>* numbers, std::int64_t count) {
  return set_aside(reinterpret_cast<Real*>(numbers), 2 * count);
}

}  // namespace fftcore
