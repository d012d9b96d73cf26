// SPDX-License-Identifier: LGPL-2.1-or-later
// A GstBuffer as planes that fftcore can read or write, for as long as the object lives.
#pragma once

#include <gst/video/video.h>

#include "../frames/frame_planes.h"
#include "../frames/plane_shape.h"
#include "fftcore/backend.h"
#include "frame_map.h"

namespace fftcore::gst {

/// GST_MAP_CUDA of GStreamer's CUDA library, which need not be there: an address of the device's.
inline constexpr int kMapOnDevice = GST_MAP_FLAG_LAST << 1;

class MappedFrame {
 public:
  /// `access` is GST_MAP_READ or GST_MAP_WRITE. Honours the buffer's GstVideoMeta. Throws
  /// WrongBuffer as FrameMap does.
  MappedFrame(const GstVideoInfo& info, GstBuffer* buffer, GstMapFlags access, MemoryKind memory);

  /// Of two fields, as the caps or the buffer's flags say.
  bool is_of_fields() const { return is_of_fields_; }

  /// Throws WrongBuffer where the plane or its rows do not begin at a whole number of samples.
  ConstBuffer source(const PlaneJob& job) const;
  Buffer target(const PlaneJob& job);

  /// A plane as it is, whatever the stride.
  struct RawPlane {
    void* data;  ///< only read where the frame is
    std::int64_t stride_bytes;
    PlaneShape shape;
  };
  RawPlane raw(int plane) const;
  /// A whole plane, whatever the strides on both sides; host memory only.
  void copy_plane_from(const MappedFrame& source, int plane);

 private:
  std::int64_t row_stride(const PlaneJob& job) const;  // in samples, from row to row of the plane

  FrameMap map_;
  MemoryKind memory_;
  bool is_of_fields_;
};

}  // namespace fftcore::gst
