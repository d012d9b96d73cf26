// SPDX-License-Identifier: LGPL-2.1-or-later
// The work on neighbouring blocks of a Denoise, one a lane: rows to bins, columns of bins weakened,
// bins to rows.
//
// The window is separable, so the bins of a row of samples serve all blocks that lie one above the
// other there, and what such blocks give adds up before it is transformed back along rows. A row of
// bins is block / 2 pairs of vectors, real and imaginary parts; the first pair is the bins 0 and
// block / 2, which are real.
#pragma once

#include <cstdint>

#include "denoise_numbers.h"

namespace fftcore {

/// One row of blocks.
struct DenoiseColumns {
  const DenoiseNumbers& numbers;
  const DenoiseFactors& factors;
  const float* const* rows;  ///< (frame, y): rows of bins
  /// (y): rows of bins that the blocks are added to; but the last `step` of them hold nothing yet,
  /// and are written
  float* const* sums;
  float* scratch;
};

/// The loops, for one width of vectors. Rows of bins and scratch are aligned to a cache line. The
/// inverse's scratch is 0 at first, and of no other use.
struct DenoiseLoops {
  int lanes;  ///< how many blocks travel together
  /// A row of samples to its bins.
  void (*row_forward)(const DenoiseNumbers& numbers, const float* samples, float* bins,
                      float* scratch);
  /// A row of bins to what the blocks give of it, added up.
  void (*row_inverse)(const DenoiseNumbers& numbers, const float* bins, float* samples,
                      float* scratch);
  void (*columns)(const DenoiseColumns& columns);
};

/// The best for the CPU that this runs on, and those that run on any.
DenoiseLoops denoise_loops();
DenoiseLoops denoise_loops_anywhere();

/// Samples that so many blocks reach over.
constexpr std::int64_t denoise_samples(std::int64_t block, std::int64_t step, std::int64_t lanes) {
  return (lanes - 1) * step + block;
}
/// Floats that the loops need as scratch.
std::int64_t denoise_scratch(const DenoiseNumbers& numbers);

}  // namespace fftcore
