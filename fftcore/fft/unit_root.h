// SPDX-License-Identifier: LGPL-2.1-or-later
// Twiddle factors.
#pragma once

#include <complex>
#include <cstdint>

namespace fftcore {

/// exp(-2 pi i numerator / denominator) to more than double precision where long double has it,
/// exact at quarters.
std::complex<long double> unit_root(std::int64_t numerator, std::int64_t denominator);

}  // namespace fftcore
