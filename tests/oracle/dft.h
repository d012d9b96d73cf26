// SPDX-License-Identifier: LGPL-2.1-or-later
// Transforms by their definition in long double, for any Transform: the reference for all backends.
#pragma once

#include <complex>
#include <vector>

#include "fftcore/transform.h"

namespace oracle {

using Wide = std::complex<long double>;

/// The values of one side of one transform (not of a batch), first axis fastest: points, or bins
/// where the side is half a spectrum.
std::vector<Wide> dft(const fftcore::Transform& transform, const std::vector<Wide>& input);

/// Extents of the two sides.
std::vector<std::int64_t> input_extents(const fftcore::Transform& transform);
std::vector<std::int64_t> output_extents(const fftcore::Transform& transform);

/// The bound on ||d|| / ||reference|| (fftcore/accuracy.md): 4 u sqrt(log2 N), N the points of one
/// transform (at least 2), u half a last bit of the arithmetic; and where memory holds less, half a
/// last bit of that.
double transform_bound(const fftcore::Transform& transform);

}  // namespace oracle
