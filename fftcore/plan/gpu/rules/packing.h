// SPDX-License-Identifier: LGPL-2.1-or-later
// How real samples become complex ones, two in one value. Taps are real, so the two parts of a
// value are convolved without touching each other.
#pragma once

#include <cstdint>
#include <vector>

#include "fftcore/convolution.h"

namespace fftcore {

/// `columns`, `rows`, `slices`: the output is cut in two halves along that dimension; the first
/// half travels as real parts, the second as imaginary parts, each with the input that its taps
/// reach. `even_odd`: samples 2e and 2e + 1 of a row, whose edges wrap (even_odd_rows.h).
/// `half_spectrum`: samples 2e and 2e + 1 of a row, which is padded (half_spectrum.h). `none`:
/// imaginary parts are 0, or those of complex samples.
enum class Packing : std::uint8_t { none, columns, rows, slices, even_odd, half_spectrum };

/// `none`, and of real samples each dimension that the output can be cut along.
std::vector<Packing> packings_of(const Convolution& convolution);

}  // namespace fftcore
