// SPDX-License-Identifier: LGPL-2.1-or-later
// Values of window functions.
#pragma once

#include "fftcore/block_window.h"

namespace fftcore {

/// v(u) of block_window.h, u from 0 to 1.
double window_value(BlockWindow window, double u);

}  // namespace fftcore
