// SPDX-License-Identifier: LGPL-2.1-or-later
// Maps of frames that paths are tried on.
#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "fftstabilize/map_parts.h"

namespace fftcore::gst::stabilize::path_maps {

inline constexpr int kColumns = 640, kRows = 480;
inline constexpr double kFar = 1e4;

/// About the middle.
inline MotionMap similarity(double degrees, double zoom, double x, double y) {
  const double angle = degrees * M_PI / 180, a = zoom * std::cos(angle), b = zoom * std::sin(angle),
               u = (kColumns - 1) / 2.0, v = (kRows - 1) / 2.0;
  return {{a, -b, x + u - a * u + b * v, b, a, y + v - b * u - a * v, 0, 0, 1}};
}
/// As many frames for each part.
inline Smoothing alike(int frames) {
  return {frames, frames, frames};
}

/// By where corners are mapped to.
inline void expect_near(const MotionMap& got, const MotionMap& want, double allowed) {
  for (const double x : {0.0, 639.0})
    for (const double y : {0.0, 479.0}) {
      const auto [u, v] = mapped(got, x, y);
      const auto [wanted_u, wanted_v] = mapped(want, x, y);
      EXPECT_NEAR(u, wanted_u, allowed);
      EXPECT_NEAR(v, wanted_v, allowed);
    }
}

}  // namespace fftcore::gst::stabilize::path_maps
