// SPDX-License-Identifier: LGPL-2.1-or-later
#include "kept_planes.h"

#include <cstddef>
#include <cstring>

#include "../frames/formats.h"
#include "../frames/samples.h"

namespace fftcore::gst::inverse {
namespace {

// White, and no colour: what of it is written afterwards does not matter.
void fill(int plane, const GstVideoInfo& video, MappedFrame& frame) {
  const Format& format = format_of(video);
  const SampleType type = format.type;
  const SampleTraits traits = traits_of(type);
  const MappedFrame::RawPlane raw = frame.raw(plane);
  const std::int64_t samples =
      raw.shape.row_bytes / static_cast<std::int64_t>(traits.bytes) * traits.samples;
  auto* const first = static_cast<std::byte*>(raw.data);
  const auto fill_row = [&](std::int64_t from, std::int64_t step, int value) {
    for (std::int64_t i = from; i < samples; i += step) write_sample(first, type, i, value);
  };
  // Beside samples there may be alpha.
  std::memset(first, GST_VIDEO_INFO_HAS_ALPHA(&video) ? 0xFF : 0,
              static_cast<std::size_t>(raw.shape.row_bytes));
  fill_row(0, 1, white_of(type));
  for (const int component : {GST_VIDEO_COMP_U, GST_VIDEO_COMP_V})
    if (GST_VIDEO_INFO_IS_YUV(&video) &&
        static_cast<int>(GST_VIDEO_INFO_COMP_PLANE(&video, component)) == plane)
      fill_row(format.places[static_cast<std::size_t>(component)],
               format.steps[static_cast<std::size_t>(component)], no_colour_of(type));
  for (std::int64_t y = 1; y < raw.shape.rows; ++y)
    std::memcpy(first + y * raw.stride_bytes, first, static_cast<std::size_t>(raw.shape.row_bytes));
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

void fill_on_host(std::span<const int> planes, const GstVideoInfo& video,
                  const std::optional<SourceFrame>& frame, GstBuffer* output) {
  MappedFrame to(video, output, GST_MAP_WRITE, MemoryKind::host);
  if (frame) {
    const MappedFrame from(frame->info, frame->buffer, GST_MAP_READ, MemoryKind::host);
    for (const int plane : planes) to.copy_plane_from(from, plane);
  } else {
    for (const int plane : planes) fill(plane, video, to);
  }
}

}  // namespace fftcore::gst::inverse
