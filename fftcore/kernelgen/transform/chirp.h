// SPDX-License-Identifier: LGPL-2.1-or-later
// Chirps, by which a transform of any length n becomes a convolution (Bluestein): with c[i] =
// exp(-pi i i^2 / n), X[k] = c[k] * the sum over i of (x[i] c[i]) / c[k - i]. Such a sum is
// circular over a length of at least 2 n - 1, so transforms of a good length make it.
#pragma once

#include <complex>
#include <cstdint>
#include <vector>

#include "table.h"

namespace fftcore {

/// c[i] for i < points.
std::vector<std::complex<double>> chirp(std::int64_t points);

/// Bins of the transform, divided by `length`, of 1 / c[i], -points < i < points, that goes round
/// in a line of `length` elements.
std::vector<std::complex<double>> chirp_spectrum(std::int64_t points, std::int64_t length);

/// Pairs for a table.
Table pairs_of(const std::vector<std::complex<double>>& values);

}  // namespace fftcore
