// SPDX-License-Identifier: LGPL-2.1-or-later
// The formats of video that the elements work on, each said once. A new format is a new row of the
// table in formats.cpp; planes, subsampling and alpha are those of GStreamer's GstVideoFormatInfo.
#pragma once

#include <gst/video/video.h>

#include <array>
#include <span>
#include <string>

#include "fftcore/convolution.h"
#include "fftcore/layout.h"

namespace fftcore::gst {

struct Format {
  GstVideoFormat id;
  fftcore::SampleType type;  ///< of a sample
  bool is_in_cuda_memory;    ///< GStreamer can have such frames there
  /// Of the first pixel's components: where in their plane, in samples, and how far it is to the
  /// next pixel's.
  std::array<int, GST_VIDEO_MAX_COMPONENTS> places, steps;

  /// The place of a component that is no sample, but bits beside some.
  static constexpr int kBesideSamples = -1;

  const char* name() const { return gst_video_format_to_string(id); }
  /// Channels that are transformed together: R, G and B, or brightness alone.
  int filtered_channels() const;
  /// Levels of a sample for one of 8 bits: of RGB and grey so that white becomes white, of Y'CbCr
  /// the power of two that its standards scale by.
  double level() const;
};

/// Those that this GStreamer has, in the order in which pads offer them.
std::span<const Format> formats();
/// Null where the format is none of them.
const Format* find_format(GstVideoFormat id);
const Format* find_format(const std::string& name);
/// Throws InvalidArgument where the format is none of them.
const Format& format_of(const GstVideoInfo& info);
/// Throws InvalidArgument where samples have more bits than spectra of that precision keep.
void require_precision(const GstVideoInfo& info, Precision precision);

/// Caps of all formats in system memory, and of those that CUDA memory can hold there.
GstCaps* system_video_caps();
GstCaps* cuda_video_caps();

}  // namespace fftcore::gst
