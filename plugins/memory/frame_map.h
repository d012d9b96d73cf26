// SPDX-License-Identifier: LGPL-2.1-or-later
// A video buffer, mapped. What its GstVideoMeta claims was written by somebody else: each plane is
// held against the memory that is there before anything of it is read or written.
#pragma once

#include <gst/video/video.h>

namespace fftcore::gst {

class FrameMap {
 public:
  /// `flags`: GstMapFlags and those of the memory. The buffer is the caller's, and outlives this.
  /// Throws WrongBuffer where the buffer cannot be mapped, is smaller than `info` says, or has a
  /// GstVideoMeta that is of another frame or reaches beyond the buffer.
  FrameMap(const GstVideoInfo& info, GstBuffer* buffer, int flags);
  ~FrameMap() { gst_video_frame_unmap(&frame_); }
  FrameMap(const FrameMap&) = delete;
  FrameMap& operator=(const FrameMap&) = delete;

  /// Of the size that `info` has, with the buffer's strides.
  GstVideoFrame& frame() { return frame_; }
  const GstVideoFrame& frame() const { return frame_; }

 private:
  GstVideoFrame frame_{};
};

}  // namespace fftcore::gst
