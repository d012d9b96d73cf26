// SPDX-License-Identifier: LGPL-2.1-or-later
// The definition in fftcore/warp.h, computed directly. It shares no code with the library.
#pragma once

#include "direct_sum.h"
#include "fftcore/warp.h"

namespace oracle {

/// A result before rounding, and what it may be off by (fftcore/accuracy.md): what places change
/// that are within their error bound, and rounding of weights and sums.
struct Warped {
  Samples exact, doubt;
};

/// `before`: what the output was; looked at where the warp keeps what is outside.
Warped warped(const fftcore::Warp& warp, const Samples& input, const fftcore::WarpMap& map,
              const Samples& before);

}  // namespace oracle
