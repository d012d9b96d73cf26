// SPDX-License-Identifier: LGPL-2.1-or-later
// One form for every convolution and correlation, so that planners and backends know a single
// definition:
//   y[i] = sum_j x[i + origin + j] conj(g[j])   i from 0 in output pixels, j from 0 to L - 1, x
//                                               extended by the edge mode
// A circular correlation of x[origin .. origin + P) with g, whose period P is at least L, gives
// y[0 .. P - L] without wrapping round.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fftcore/convolution.h"
#include "fftcore/pieces.h"
#include "fftcore/taps.h"

namespace fftcore {

/// Source index, along each axis, that the first tap meets for output 0.
struct Origin {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t slices = 0;
};

Origin origin_of(const Convolution& convolution);

/// Whether output i along each axis is conj(y[N - 1 - i]) of the N there.
bool is_reversed(const Convolution& convolution);

/// g as above, row-major: the taps as they are for correlations, reversed and conjugated for a
/// convolution. Pairs of numbers where is_complex(convolution).
template <class Real>
std::vector<Real> correlation_taps(const Convolution& convolution, const Taps& taps);

/// Index into [0, extent) of the sample that any integer `position` stands for, or -1 for a
/// constant. It agrees with cv::borderInterpolate.
inline std::int64_t edge_index(std::int64_t position, std::int64_t extent, EdgeMode edge) {
  // Most rows lie inside, and each block of columns asks for all of them.
  if (position >= 0 && position < extent) return position;
  return edge_run(position, 1, extent, edge).source;
}

}  // namespace fftcore
