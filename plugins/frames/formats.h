// SPDX-License-Identifier: LGPL-2.1-or-later
// The formats of video that the elements work on, each said once. A new format is a new row of the
// table in formats.cpp; planes, subsampling and alpha are those of GStreamer's GstVideoFormatInfo,
// from which plane_jobs() reads them.
#pragma once

#include <gst/video/video.h>

#include <span>
#include <string>
#include <vector>

#include "fftcore/layout.h"

namespace fftcore::gst {

struct Format {
  GstVideoFormat id;
  Element element;         ///< of a sample; it fills its 8 or 16 bits
  bool is_in_cuda_memory;  ///< GStreamer can have such frames there

  const char* name() const { return gst_video_format_to_string(id); }
  /// Channels that are transformed together: R, G and B, or brightness alone.
  int filtered_channels() const;
};

/// In the order in which pads offer them.
std::span<const Format> formats();
/// Null where the format is none of them.
const Format* find_format(GstVideoFormat id);
const Format* find_format(const std::string& name);
/// Throws InvalidArgument where the format is none of them.
const Format& format_of(const GstVideoInfo& info);

/// Caps of all formats in system memory, and of those that CUDA memory can hold there.
GstCaps* system_video_caps();
GstCaps* cuda_video_caps();

/// Samples that are white (or opaque), and those of chroma that are no colour.
int white_of(Element element);
int no_colour_of(Element element);

}  // namespace fftcore::gst
