// SPDX-License-Identifier: LGPL-2.1-or-later
// How much memory a plane of a frame takes, in any raw format.
#pragma once

#include <gst/video/video.h>

#include <cstdint>

namespace fftcore::gst {

/// The least memory of a plane.
struct PlaneShape {
  std::int64_t rows = 0;
  std::int64_t row_bytes = 0;
  bool has_any_stride = true;  ///< else the format's own
};

PlaneShape plane_shape(const GstVideoInfo& info, int plane);

}  // namespace fftcore::gst
