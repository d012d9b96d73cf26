// SPDX-License-Identifier: LGPL-2.1-or-later
// Rows of results.
#pragma once

#include <cstdint>
#include <cstring>

#include "fftcore/backend.h"
#include "window_peak.h"
#include "window_reader.h"

namespace fftcore {

inline void write_result(const Buffer& results, std::int64_t row, const WindowResult& result) {
  const std::int64_t stride = results.row_stride != 0 ? results.row_stride : kWindowResultNumbers;
  std::memcpy(static_cast<float*>(results.data) + results.first + row * stride, &result,
              sizeof result);
}

/// What a window has found that lies there.
inline WindowResult result_of(const WindowPeak& peak, const WindowCentre& centre, float deviation) {
  const WindowCentre moved = centre.moved(peak.x, peak.y);
  return {.x = static_cast<float>(moved.x - centre.x),
          .y = static_cast<float>(moved.y - centre.y),
          .score = static_cast<float>(peak.score),
          .second = static_cast<float>(peak.second),
          .sidelobe = static_cast<float>(peak.sidelobe),
          .noise = static_cast<float>(peak.noise),
          .deviation = deviation,
          .state = static_cast<float>(peak.is_at_border ? WindowState::border : WindowState::good)};
}

}  // namespace fftcore
