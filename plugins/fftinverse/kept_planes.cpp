// SPDX-License-Identifier: LGPL-2.1-or-later
#include "kept_planes.h"

#include <algorithm>

#include "../frames/formats.h"

namespace fftcore::gst::inverse {
namespace {

template <class Sample>
void fill(Buffer plane, std::int64_t rows, std::int64_t samples, int value) {
  auto* to = static_cast<Sample*>(plane.data);
  for (std::int64_t y = 0; y < rows; ++y, to += plane.row_stride)
    std::fill_n(to, samples, static_cast<Sample>(value));
}

void fill(const PlaneJob& job, MappedFrame& frame) {
  const Layout& layout = job.layout;
  const std::int64_t samples = layout.columns.extent * layout.channels.extent;
  const int value =
      job.role == PlaneRole::chroma ? no_colour_of(layout.element) : white_of(layout.element);
  if (layout.element == Element::u16)
    fill<std::uint16_t>(frame.target(job), layout.rows.extent, samples, value);
  else
    fill<std::uint8_t>(frame.target(job), layout.rows.extent, samples, value);
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
