// SPDX-License-Identifier: LGPL-2.1-or-later
// A warp's map by numbers of pixels, which includes scale and origin.
#pragma once

#include "fftcore/backend.h"
#include "fftcore/warp.h"

namespace fftcore {

/// X, Y or W is `column` times the pixel's column, `row` times its row, and `more`.
struct WarpTerms {
  double column = 0, row = 0, more = 0;
};

/// The input's column is X / W, its row Y / W.
struct WarpNumbers {
  WarpTerms x, y, w{0, 0, 1};
};

/// The map's are read: of an affine one the first two rows.
WarpNumbers warp_numbers(const Warp& warp, const ConstBuffer& map);

}  // namespace fftcore
