// SPDX-License-Identifier: LGPL-2.1-or-later
// The taper of windows along one axis.
#pragma once

#include "aligned_array.h"
#include "block_window_value.h"

namespace fftcore {

inline AlignedArray<float> taper_of(BlockWindow taper, std::int64_t extent) {
  AlignedArray<float> weights(extent);
  for (std::int64_t i = 0; i < extent; ++i)
    weights[i] = static_cast<float>(
        window_value(taper, (static_cast<double>(i) + 0.5) / static_cast<double>(extent)));
  return weights;
}

}  // namespace fftcore
