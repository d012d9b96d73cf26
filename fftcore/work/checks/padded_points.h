// SPDX-License-Identifier: LGPL-2.1-or-later
// The most points that a Convolution may span, lest numbers of points overflow.
#pragma once

#include <algorithm>

#include "fftcore/convolution.h"

namespace fftcore {

/// Whether so many points are at most kMaxPaddedPoints. Their product may be beyond 64 bits. A side
/// of 0 counts as 1: validate() refuses it by its name.
inline bool fits_padded_points(Extent padded) {
  std::int64_t rest = kMaxPaddedPoints;
  for (const std::int64_t side : {padded.rows, padded.columns, padded.slices})
    rest /= std::max<std::int64_t>(side, 1);
  return rest > 0;
}

}  // namespace fftcore
