// SPDX-License-Identifier: LGPL-2.1-or-later
// Negotiated caps -> what is to be done with the samples of a frame, wherever its memory is.
#pragma once

#include <gst/video/video.h>

#include <vector>

#include "../gobject/enums.h"
#include "fftcore/layout.h"

namespace fftcore::gst {

enum class PlaneRole : std::uint8_t {
  luma,    ///< grey or Y, and perhaps alpha
  chroma,  ///< U, V or both; 128 is "no colour"
  colour,  ///< R, G or B, or all of them and perhaps alpha
  alpha,   ///< alpha alone
};

/// Samples of one plane that are worked on together, in fftcore's terms: a whole plane, or of a
/// packed format those of Y, or of U and V. Rows are without padding here: a frame's own stride
/// goes into the Buffer, so that it may change from frame to frame.
struct PlaneJob {
  int plane = 0;            ///< index in GstVideoFrame
  int component = 0;        ///< the first of GstVideoFormatInfo's that is in it
  std::int64_t offset = 0;  ///< of its first sample in the plane, in samples: Buffer::first
  /// Rows of the plane that are this job's: of a field, every other one (fields.h).
  int first_row = 0;
  int row_step = 1;
  PlaneRole role = PlaneRole::luma;
  bool is_filtered = true;  ///< else the whole plane is copied
  /// Whether the whole plane is copied before this job of it, the first: it has more than its jobs
  /// write.
  bool copies_plane = false;
  Layout layout;
  float bias = 0;  ///< sample value that is "nothing"
  /// from an offset in 8-bit units to this plane's samples; 0 where an offset has no meaning
  float offset_scale = 1;
  std::uint32_t skipped_channels = 0;  ///< bit mask: what a pixel of it has besides
  /// of each filtered channel as it lies in memory, its place in R, G, B or U, V
  std::vector<int> order = {0};
  bool operator==(const PlaneJob&) const = default;
};

/// The row stride of an image without padding, wherever in a word it begins.
std::int64_t least_row_stride(const Layout& layout);

/// All samples of `info`, plane by plane. Throws InvalidArgument where the format is none of
/// formats().
std::vector<PlaneJob> plane_jobs(const GstVideoInfo& info, PlaneSelection planes);

/// What a transform sees: Y or grey, or the colours; of planar colours one job for each. What a
/// pixel has besides in the same plane is among skipped_channels, or left out of the Layout.
std::vector<PlaneJob> image_jobs(const GstVideoInfo& info);

/// The order of the channels of image_jobs(), in any raw format: all their PlaneJob::order.
std::vector<int> channel_order(GstVideoFormat format);

}  // namespace fftcore::gst
