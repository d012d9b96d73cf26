// SPDX-License-Identifier: LGPL-2.1-or-later
// Circular convolution of real lines of N = 2M samples by complex transforms of M points: z[n] =
// x[2n] + i x[2n + 1]. With He, Ho the spectra of even and odd samples of the taps h, and W[k] =
// exp(-2 pi i k / M), the result in the same form has the spectrum
//   A[k] Z[k] + B[k] conj Z[M - k],   A = He + i/2 (1 - W) Ho,   B = i/2 (1 + W) Ho
// where A and B are transforms of sequences of M complex numbers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace fftcore {

struct EvenOdd {
  std::int64_t samples = 0;  ///< N
  std::int64_t origin = 0;   ///< Origin::columns of plan/common/canonical.h
};

/// The two sequences of taps g in canonical form, of which there are N at most: one sequence after
/// the other, real and imaginary parts in turn.
std::vector<float> even_odd_taps(const EvenOdd& line, std::span<const float> taps);

}  // namespace fftcore
