// SPDX-License-Identifier: LGPL-2.1-or-later
// Small Fourier transforms among the registers of one thread.
#pragma once

#include <vector>

#include "complex.h"

namespace fftcore {

/// Values of a thread: values[i][k] is value k of its butterfly i.
using Values = std::vector<std::vector<Complex>>;
/// Real and imaginary parts exchanged.
Values swapped(Values values);

/// Largest prime factor that a butterfly, and so a transform, may have.
inline constexpr int kMaxPrime = 31;

/// Whether n >= 1 has prime factors up to kMaxPrime only.
bool has_small_factors(std::int64_t n);

/// Forward transform of x (any length with has_small_factors), in natural order, unnormalised.
std::vector<Complex> butterfly(Builder& b, const std::vector<Complex>& x);

}  // namespace fftcore
