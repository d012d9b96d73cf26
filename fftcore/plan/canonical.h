// SPDX-License-Identifier: LGPL-2.1-or-later
// One form for every convolution and correlation, so that planners and backends know a single
// definition:
//   y[i] = sum_j x[i + lead + j] g[j]     i from 0 in output pixels, j from 0 to L - 1, x extended
//                                         by the edge mode
// A circular correlation of x[lead .. lead + P) with g, of any period P >= L, gives y[0 .. P - L]
// without wrapping round.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fftcore/convolution.h"
#include "fftcore/taps.h"

namespace fftcore {

/// Along one axis: source index that the first tap meets for output 0.
struct Origin {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t slices = 0;
};

Origin origin_of(const Convolution& problem);

/// Whether output i along each axis is y[N - 1 - i] of the N there.
bool is_reversed(const Convolution& problem);

/// g as above, row-major: the taps as they are for correlations, turned about for a convolution.
std::vector<float> correlation_taps(const Convolution& problem, const Taps& taps);

/// Index into [0, extent) of what lies at `position` (any integer), or -1 for a constant. As
/// cv::borderInterpolate.
std::int64_t edge_index(std::int64_t position, std::int64_t extent, EdgeMode edge);

/// edge_index() of positions first, first + 1, ...
std::vector<std::int32_t> edge_indices(std::int64_t first, std::int64_t count, std::int64_t extent,
                                       EdgeMode edge);

}  // namespace fftcore
