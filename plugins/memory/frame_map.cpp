// SPDX-License-Identifier: LGPL-2.1-or-later
#include "frame_map.h"

#include <fmt/format.h>

#include <cstring>
#include <string>

#include "../frames/plane_shape.h"
#include "../gobject/errors.h"

namespace fftcore::gst {
namespace {

// GStreamer 1.26 takes it for a mistake of the program to ask for the name of a format that does
// not exist, so the enumeration is asked whether it does.
std::string name_of_format(gint number) {
  auto* const all = static_cast<GEnumClass*>(g_type_class_ref(GST_TYPE_VIDEO_FORMAT));
  const bool exists = g_enum_get_value(all, number) != nullptr;
  g_type_class_unref(all);
  return exists ? gst_video_format_to_string(static_cast<GstVideoFormat>(number))
                : fmt::format("format {}", number);
}

/// Programs in C may have written any number. As a value of the enumeration it could not be read.
gint format_number(const GstVideoMeta& meta) {
  gint number;
  static_assert(sizeof number == sizeof meta.format);
  std::memcpy(&number, &meta.format, sizeof number);
  return number;
}

std::string name_of(const GstVideoInfo& info) {
  return fmt::format("{}x{} {} frame", GST_VIDEO_INFO_WIDTH(&info), GST_VIDEO_INFO_HEIGHT(&info),
                     GST_VIDEO_INFO_NAME(&info));
}

// GStreamer takes these for mistakes of the program, which may end it.
void require_same_frame(const GstVideoInfo& info, const GstVideoMeta& meta) {
  const guint planes = GST_VIDEO_INFO_N_PLANES(&info);
  if (format_number(meta) == GST_VIDEO_INFO_FORMAT(&info) && meta.n_planes == planes &&
      meta.width >= static_cast<guint>(GST_VIDEO_INFO_WIDTH(&info)) &&
      meta.height >= static_cast<guint>(GST_VIDEO_INFO_HEIGHT(&info)))
    return;
  throw WrongBuffer(
      fmt::format("the buffer's GstVideoMeta is of a {}x{} {} frame of {} planes; the caps say a "
                  "{} of {} planes",
                  meta.width, meta.height, name_of_format(format_number(meta)), meta.n_planes,
                  name_of(info), planes));
}

void require_plane(const GstVideoInfo& info, const GstVideoFrame& frame, guint plane) {
  const auto [rows, row_bytes, has_any_stride] = plane_shape(info, static_cast<int>(plane));
  const std::int64_t stride = GST_VIDEO_FRAME_PLANE_STRIDE(&frame, plane);
  if (has_any_stride ? stride < row_bytes : stride != GST_VIDEO_INFO_PLANE_STRIDE(&info, plane)) {
    throw WrongBuffer(fmt::format(
        "the buffer's GstVideoMeta says a stride of {} bytes for plane {}; a {} needs {}{}", stride,
        plane, name_of(info), has_any_stride ? "at least " : "",
        has_any_stride ? row_bytes : GST_VIDEO_INFO_PLANE_STRIDE(&info, plane)));
  }
  const GstMapInfo& map = frame.map[plane];
  if (map.memory == nullptr) return;  // mapped by the meta's own function, which knows its size
  const std::int64_t first =
      static_cast<const guint8*>(GST_VIDEO_FRAME_PLANE_DATA(&frame, plane)) - map.data;
  const std::int64_t end = first + (rows - 1) * stride + row_bytes;
  if (first >= 0 && end <= static_cast<std::int64_t>(map.size)) return;
  throw WrongBuffer(
      fmt::format("the buffer's GstVideoMeta puts plane {} at byte {} with a stride of {}: the {} "
                  "rows of a {} end at byte {}, and the memory has {}",
                  plane, first, stride, rows, name_of(info), end, map.size));
}

}  // namespace

FrameMap::FrameMap(const GstVideoInfo& info, GstBuffer* buffer, int flags) {
  const GstVideoMeta* const meta = gst_buffer_get_video_meta(buffer);
  if (meta != nullptr) require_same_frame(info, *meta);
  // The caller owns the buffer during the call: no reference of our own is needed.
  flags |= GST_VIDEO_FRAME_MAP_FLAG_NO_REF;
  if (!gst_video_frame_map(&frame_, &info, buffer, static_cast<GstMapFlags>(flags))) {
    throw WrongBuffer(
        fmt::format("a buffer of {} bytes cannot be mapped as a {} of {} bytes{}",
                    gst_buffer_get_size(buffer), name_of(info), GST_VIDEO_INFO_SIZE(&info),
                    meta != nullptr ? " whose planes lie where its GstVideoMeta says" : ""));
  }
  if (meta == nullptr) return;
  frame_.info.width = GST_VIDEO_INFO_WIDTH(&info);
  frame_.info.height = GST_VIDEO_INFO_HEIGHT(&info);
  try {
    for (guint plane = 0; plane < meta->n_planes; ++plane) require_plane(info, frame_, plane);
  } catch (...) {
    gst_video_frame_unmap(&frame_);
    throw;
  }
}

}  // namespace fftcore::gst
