// SPDX-License-Identifier: LGPL-2.1-or-later
// The highest value of S, between lags, and what the rest of S says of it.
#pragma once

#include <cstdint>

#include "window_pair.h"

namespace fftcore {

struct WindowPeak {
  std::int64_t row = 0, column = 0;  ///< the highest lag; round lags may be negative
  double y = 0, x = 0;               ///< the peak
  bool is_at_border = false;
  double score = 0, second = 0, sidelobe = 0, noise = 0;
};

WindowPeak window_peak(const WindowCorrelation& windows, const float* scores);

}  // namespace fftcore
