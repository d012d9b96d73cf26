// SPDX-License-Identifier: LGPL-2.1-or-later
// Steps of Gauss and Newton from the peak between lags.
#pragma once

#include "window_gather.h"
#include "window_lags.h"
#include "window_sums.h"

namespace fftcore {

struct RefinedPeak {
  ast::Expr x, y;
};

/// The peak after the steps; as it is where not `is_refined`, which is alike in all threads. Points
/// may be overwritten, and nobody reads them any more.
RefinedPeak refine_peak(const WindowBlock& block, const WindowImage& first,
                        const WindowImage& second, const GatheredWindows& windows,
                        const WindowContrast& contrast, const LagPeak& peak,
                        const ast::Expr& is_refined);

}  // namespace fftcore
