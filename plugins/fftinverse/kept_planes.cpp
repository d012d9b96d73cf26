// SPDX-License-Identifier: LGPL-2.1-or-later
#include "kept_planes.h"

#include <cstring>

namespace fftcore::gst::inverse {
namespace {

constexpr int kNoColour = 128;

void fill(const PlaneJob& job, MappedFrame& frame) {
  const Buffer plane = frame.target(job);
  const std::size_t row = static_cast<std::size_t>(job.layout.columns.extent *
                                                   // samples of a byte: no other has such planes
                                                   job.layout.channels.extent);
  auto* to = static_cast<std::uint8_t*>(plane.data);
  for (std::int64_t y = 0; y < job.layout.rows.extent; ++y, to += plane.row_stride)
    std::memset(to, job.role == PlaneRole::chroma ? kNoColour : kOpaque, row);
}

}  // namespace

std::optional<SourceFrame> frame_like(GstBuffer* spectrum, const GstVideoInfo& video) {
  std::optional<SourceFrame> frame = source_frame(spectrum);
  const bool is_alike = frame && frame->buffer != nullptr &&
                        GST_VIDEO_INFO_FORMAT(&frame->info) == GST_VIDEO_INFO_FORMAT(&video) &&
                        GST_VIDEO_INFO_WIDTH(&frame->info) == GST_VIDEO_INFO_WIDTH(&video) &&
                        GST_VIDEO_INFO_HEIGHT(&frame->info) == GST_VIDEO_INFO_HEIGHT(&video);
  return is_alike ? frame : std::nullopt;
}

bool is_on_device(GstBuffer* buffer) {
  return gst_buffer_n_memory(buffer) == 1 &&
         gst_memory_is_type(gst_buffer_peek_memory(buffer, 0), "gst.cuda.memory");
}

void fill_on_host(std::span<const PlaneJob> planes, const GstVideoInfo& video,
                  const std::optional<SourceFrame>& frame, GstBuffer* output) {
  MappedFrame to(video, output, GST_MAP_WRITE, MemoryKind::host);
  if (frame) {
    const MappedFrame from(frame->info, frame->buffer, GST_MAP_READ, MemoryKind::host);
    for (const PlaneJob& job : planes) to.copy_plane_from(from, job.plane);
  } else {
    for (const PlaneJob& job : planes) fill(job, to);
  }
}

}  // namespace fftcore::gst::inverse
