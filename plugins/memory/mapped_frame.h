// SPDX-License-Identifier: LGPL-2.1-or-later
// A GstBuffer as planes that fftcore can read or write, for as long as the object lives.
#pragma once

#include <gst/video/video.h>

#include "../frames/frame_planes.h"
#include "fftcore/backend.h"

namespace fftcore::gst {

/// GST_MAP_CUDA of GStreamer's CUDA library, which need not be there: an address of the device's.
inline constexpr int kMapOnDevice = GST_MAP_FLAG_LAST << 1;

class MappedFrame {
 public:
  /// `access` is GST_MAP_READ or GST_MAP_WRITE. Honours the buffer's GstVideoMeta. Throws Error
  /// where the buffer cannot be mapped or is smaller than `info` says.
  MappedFrame(const GstVideoInfo& info, GstBuffer* buffer, GstMapFlags access, MemoryKind memory);
  ~MappedFrame();
  MappedFrame(const MappedFrame&) = delete;
  MappedFrame& operator=(const MappedFrame&) = delete;

  /// Throws InvalidArgument where the plane's stride is not a whole number of samples.
  ConstBuffer source(const PlaneJob& job) const;
  Buffer target(const PlaneJob& job);

  /// A plane as it is, whatever the strides on both sides; host memory only.
  void copy_plane_from(const MappedFrame& source, int plane);

 private:
  std::int64_t row_stride(const PlaneJob& job) const;  // in samples

  GstVideoFrame frame_;
  MemoryKind memory_;
};

}  // namespace fftcore::gst
