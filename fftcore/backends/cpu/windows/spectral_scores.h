// SPDX-License-Identifier: LGPL-2.1-or-later
// S of some pairs of windows at once, by transforms: a pair a lane. The first window is the real
// part and the second one the imaginary part of what is transformed, and the products of two pairs
// are the parts of what is transformed back.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "aligned_array.h"
#include "fft_engine.h"
#include "window_pair.h"

namespace fftcore {

/// Points of the transforms.
Extent spectral_points(const WindowCorrelation& windows);
/// How many pairs travel together: an even number.
std::int64_t spectral_lanes(const WindowCorrelation& windows);

/// One thread's.
class SpectralScores {
 public:
  SpectralScores(const WindowCorrelation& windows, const FftEngine& engine);

  /// Sums of products at each lag, or phase correlation's S. `scores[i]` is pair i's; there are at
  /// most spectral_lanes().
  void run(std::span<const WindowPair> pairs, std::span<float* const> scores);

 private:
  void fill(const WindowPair& pair, std::int64_t lane);
  void multiply(std::span<const WindowPair> pairs);
  void take(std::int64_t pair, float* scores) const;

  WindowCorrelation windows_;
  WindowExtents extents_;
  Extent points_;
  std::int64_t lanes_;
  std::unique_ptr<ComplexTransform> down_, across_, down_back_, across_back_;
  AlignedArray<Complex> from_, to_;
  AlignedArray<float> row_weights_, column_weights_;  // of W, and of what all S are scaled by
};

}  // namespace fftcore
