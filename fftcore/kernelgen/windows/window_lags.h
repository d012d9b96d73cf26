// SPDX-License-Identifier: LGPL-2.1-or-later
// The highest value of S, and what is said of the others.
#pragma once

#include "window_block.h"

namespace fftcore {

/// In all threads.
struct LagPeak {
  ast::Expr score, second, sidelobe, noise;
  ast::Expr lag_x, lag_y;  ///< whole numbers, as reals
  ast::Expr is_border;     ///< of the search
  ast::Expr x, y;          ///< fitted between lags, where it is not
};

/// Of S, which is in order before.
LagPeak find_peak(const WindowBlock& block);

}  // namespace fftcore
