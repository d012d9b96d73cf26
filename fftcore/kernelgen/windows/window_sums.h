// SPDX-License-Identifier: LGPL-2.1-or-later
// Sums over windows in shared memory: their contrast, and of zncc what lies under the first window
// at each lag.
#pragma once

#include "window_gather.h"
#include "window_table.h"

namespace fftcore {

/// Part of a window's mean, which is less one of its samples, below which its deviation is nothing
/// but rounding.
inline constexpr double kLeastDeviation = 0x1p-20;

struct WindowContrast {
  ast::Expr first, second;                  ///< sums of (x - mean)^2
  ast::Expr tapered_first, tapered_second;  ///< the same of what is transformed
  ast::Expr deviation;                      ///< of the first window
  ast::Expr has_contrast;                   ///< neither window is flat
};

/// Of zncc, kLags becomes the factor of each lag: S is the product of it and the correlation of
/// windows whose sums of squares are 1. Shared memory is in order before, and afterwards.
WindowContrast window_contrast(const WindowBlock& block, const WindowTable& table,
                               const GatheredWindows& windows);

}  // namespace fftcore
