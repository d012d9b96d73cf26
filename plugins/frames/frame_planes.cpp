// SPDX-License-Identifier: LGPL-2.1-or-later
#include "frame_planes.h"

#include <algorithm>
#include <numeric>

#include "formats.h"

namespace fftcore::gst {
namespace {

PlaneRole role_of(const GstVideoInfo& info, int first_component) {
  if (GST_VIDEO_INFO_IS_RGB(&info)) return PlaneRole::colour;
  return first_component == GST_VIDEO_COMP_Y ? PlaneRole::luma : PlaneRole::chroma;
}

// What a pixel holds besides R, G and B: alpha, or the padding of RGBx.
std::uint32_t channels_besides_colour(const GstVideoInfo& info, std::int64_t channels) {
  std::uint32_t mask = (1U << channels) - 1;
  for (const int component : {GST_VIDEO_COMP_R, GST_VIDEO_COMP_G, GST_VIDEO_COMP_B}) {
    mask &= ~(1U << GST_VIDEO_INFO_COMP_POFFSET(&info, component));
  }
  return mask;
}

// Components that share this plane and are no alpha, in order of memory, each as its place among
// them.
std::vector<int> order_of(const GstVideoInfo& info, guint plane) {
  std::vector<int> found;  // as they are numbered: R, G, B or Y, U, V
  for (const int component : {0, 1, 2}) {
    if (component < static_cast<int>(GST_VIDEO_INFO_N_COMPONENTS(&info)) &&
        GST_VIDEO_INFO_COMP_PLANE(&info, component) == plane)
      found.push_back(component);
  }
  std::vector<int> order(found.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {},
                    [&](int index) { return GST_VIDEO_INFO_COMP_POFFSET(&info, found[index]); });
  return order;
}

}  // namespace

std::vector<PlaneJob> plane_jobs(const GstVideoInfo& info, PlaneSelection planes) {
  const Element element = format_of(info).element;
  std::vector<PlaneJob> jobs;
  for (guint plane = 0; plane < GST_VIDEO_INFO_N_PLANES(&info); ++plane) {
    gint components[GST_VIDEO_MAX_COMPONENTS];
    gst_video_format_info_component(info.finfo, plane, components);
    const int first = components[0];
    const Extent extent{GST_VIDEO_INFO_COMP_HEIGHT(&info, first),
                        GST_VIDEO_INFO_COMP_WIDTH(&info, first)};
    const std::int64_t channels =
        GST_VIDEO_INFO_COMP_PSTRIDE(&info, first) / static_cast<std::int64_t>(size_bytes(element));

    PlaneJob job;
    job.plane = static_cast<int>(plane);
    job.role = role_of(info, first);
    job.order = order_of(info, plane);
    job.layout = Layout::interleaved(element, extent, channels);
    job.offset_scale =
        static_cast<float>(white_of(element)) / static_cast<float>(white_of(Element::u8));
    if (job.role == PlaneRole::chroma) {
      job.is_filtered = planes == PlaneSelection::all;
      job.bias = static_cast<float>(no_colour_of(element));
      job.offset_scale = 0;
    } else if (job.role == PlaneRole::colour) {
      job.copied_channels = channels_besides_colour(info, channels);
    }
    jobs.push_back(job);
  }
  return jobs;
}

std::vector<int> channel_order(GstVideoFormat format) {
  GstVideoInfo info;
  gst_video_info_set_format(&info, format, 16, 16);
  return order_of(info, 0);
}

}  // namespace fftcore::gst
