// SPDX-License-Identifier: LGPL-2.1-or-later
#include "window_rows.h"

#include "simd.h"

namespace fftcore {

FFTCORE_SIMD_CLONES
void apply_window(const float* __restrict columns, float row, std::int64_t count,
                  float* __restrict to) {
  for (std::int64_t i = 0; i < count; ++i) to[i] *= columns[i] * row;
}

}  // namespace fftcore
