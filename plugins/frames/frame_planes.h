// SPDX-License-Identifier: LGPL-2.1-or-later
// Negotiated caps -> what is to be done with each plane of a frame, wherever its memory is.
#pragma once

#include <gst/video/video.h>

#include <vector>

#include "../gobject/enums.h"
#include "fftcore/layout.h"

namespace fftcore::gst {

enum class PlaneRole : std::uint8_t {
  luma,    ///< grey or Y
  chroma,  ///< U, V or both, interleaved; 128 is "no colour"
  colour,  ///< R, G, B and perhaps alpha, interleaved
};

/// One plane of a frame in fftcore's terms. Rows are without padding here: a frame's own stride
/// goes into the Buffer, so that it may change from frame to frame.
struct PlaneJob {
  int plane = 0;  ///< index in GstVideoFrame
  PlaneRole role = PlaneRole::luma;
  bool is_filtered = true;  ///< else copied
  Layout layout;
  float bias = 0;  ///< sample value that is "nothing"
  /// from an offset in 8-bit units to this plane's samples; 0 where an offset has no meaning
  float offset_scale = 1;
  std::uint32_t copied_channels = 0;  ///< bit mask: alpha and padding
  /// of each filtered channel as it lies in memory, its place in R, G, B or U, V
  std::vector<int> order = {0};
  bool operator==(const PlaneJob&) const = default;
};

/// All planes of `info` in order. Throws InvalidArgument where the format is none of formats().
std::vector<PlaneJob> plane_jobs(const GstVideoInfo& info, PlaneSelection planes);

/// Where the filtered channels of any raw format lie: PlaneJob::order of its first plane.
std::vector<int> channel_order(GstVideoFormat format);

}  // namespace fftcore::gst
