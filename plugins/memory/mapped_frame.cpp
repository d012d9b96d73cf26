// SPDX-License-Identifier: LGPL-2.1-or-later
#include "mapped_frame.h"

#include <fmt/format.h>

#include "fftcore/error.h"

namespace fftcore::gst {

MappedFrame::MappedFrame(const GstVideoInfo& info, GstBuffer* buffer, GstMapFlags access,
                         MemoryKind memory)
    : memory_(memory) {
  // The caller owns the buffer during the call: no reference of our own is needed.
  const int flags = access | static_cast<int>(GST_VIDEO_FRAME_MAP_FLAG_NO_REF) |
                    (memory == MemoryKind::device ? kMapOnDevice : 0);
  if (!gst_video_frame_map(&frame_, &info, buffer, static_cast<GstMapFlags>(flags))) {
    throw Error(fmt::format("a buffer of {} bytes cannot be mapped as a {}x{} {} frame of {} bytes",
                            gst_buffer_get_size(buffer), GST_VIDEO_INFO_WIDTH(&info),
                            GST_VIDEO_INFO_HEIGHT(&info), GST_VIDEO_INFO_NAME(&info),
                            GST_VIDEO_INFO_SIZE(&info)));
  }
}

MappedFrame::~MappedFrame() {
  gst_video_frame_unmap(&frame_);
}

std::int64_t MappedFrame::row_stride(const PlaneJob& job) const {
  const auto sample = static_cast<std::int64_t>(size_bytes(job.layout.element));
  const std::int64_t stride_bytes = GST_VIDEO_FRAME_PLANE_STRIDE(&frame_, job.plane);
  if (stride_bytes % sample != 0) {
    throw InvalidArgument(fmt::format(
        "plane {} has a stride of {} bytes; it has to be a multiple of the {} bytes of a sample",
        job.plane, stride_bytes, sample));
  }
  return stride_bytes / sample;
}

ConstBuffer MappedFrame::source(const PlaneJob& job) const {
  return {GST_VIDEO_FRAME_PLANE_DATA(&frame_, job.plane), row_stride(job), 0, memory_};
}

Buffer MappedFrame::target(const PlaneJob& job) {
  return {GST_VIDEO_FRAME_PLANE_DATA(&frame_, job.plane), row_stride(job), 0, memory_};
}

void MappedFrame::copy_plane_from(const MappedFrame& source, int plane) {
  gst_video_frame_copy_plane(&frame_, &source.frame_, static_cast<guint>(plane));
}

}  // namespace fftcore::gst
