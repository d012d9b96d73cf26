// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plane_shape.h"

#include <algorithm>

namespace fftcore::gst {

namespace {

// The least stride, which frames may exceed.
gint own_stride(const GstVideoInfo& info, int plane) {
  GstVideoInfo dense;
  gst_video_info_set_format(&dense, GST_VIDEO_INFO_FORMAT(&info),
                            static_cast<guint>(GST_VIDEO_INFO_WIDTH(&info)),
                            static_cast<guint>(GST_VIDEO_INFO_HEIGHT(&info)));
  return GST_VIDEO_INFO_PLANE_STRIDE(&dense, plane);
}

}  // namespace

PlaneShape plane_shape(const GstVideoInfo& info, int plane) {
  gint components[GST_VIDEO_MAX_COMPONENTS];
  gst_video_format_info_component(info.finfo, static_cast<guint>(plane), components);
  if (components[0] < 0 || GST_VIDEO_FORMAT_INFO_IS_TILED(info.finfo)) {  // a palette, tiles
    const bool is_last = plane + 1 == static_cast<int>(GST_VIDEO_INFO_N_PLANES(&info));
    const gsize end =
        is_last ? GST_VIDEO_INFO_SIZE(&info) : GST_VIDEO_INFO_PLANE_OFFSET(&info, plane + 1);
    return {1, static_cast<std::int64_t>(end - GST_VIDEO_INFO_PLANE_OFFSET(&info, plane)), false};
  }
  PlaneShape shape;
  shape.rows = GST_VIDEO_INFO_COMP_HEIGHT(&info, components[0]);
  for (const gint component : components) {
    if (component < 0) break;
    const std::int64_t pixel_bytes = GST_VIDEO_INFO_COMP_PSTRIDE(&info, component);
    const std::int64_t bytes = GST_VIDEO_INFO_COMP_WIDTH(&info, component) * pixel_bytes;
    // A format whose pixels share bytes says 0.
    shape.row_bytes =
        std::max<std::int64_t>(shape.row_bytes, pixel_bytes == 0 ? own_stride(info, plane) : bytes);
  }
  return shape;
}

}  // namespace fftcore::gst
