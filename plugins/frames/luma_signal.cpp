// SPDX-License-Identifier: LGPL-2.1-or-later
#include "luma_signal.h"

#include <cstddef>

#include "samples.h"

namespace fftcore::gst {
namespace {

constexpr std::array<float, 3> kLumaOfColours = {0.299F, 0.587F, 0.114F};  // R, G, B; BT.601

// Of the channels that are no colour: 0.
void weigh_colours(const PlaneJob& job, std::int64_t first, std::array<float, 4>& weights) {
  std::size_t colour = 0;
  for (std::int64_t c = 0; c < job.layout.channels.extent; ++c)
    if ((job.skipped_channels >> c & 1U) == 0)
      weights[static_cast<std::size_t>(first + c)] =
          kLumaOfColours[static_cast<std::size_t>(job.order[colour++])];
}

}  // namespace

LumaSignal luma_signal(const GstVideoInfo& info) {
  LumaSignal signal;
  signal.planes = image_jobs(info);
  if (signal.planes.front().role != PlaneRole::colour) {
    signal.weights = {1, 0, 0, 0};
    return signal;
  }
  for (std::size_t i = 0; i < signal.planes.size(); ++i)
    weigh_colours(signal.planes[i], static_cast<std::int64_t>(i), signal.weights);
  if (signal.is_planar())
    signal.plane_stride = static_cast<std::int64_t>(GST_VIDEO_INFO_PLANE_OFFSET(&info, 1) -
                                                    GST_VIDEO_INFO_PLANE_OFFSET(&info, 0)) /
                          static_cast<std::int64_t>(size_bytes(signal.type()));
  return signal;
}

Layout part_of(const LumaSignal& signal, const Rectangle& part) {
  Layout layout = signal.planes.front().layout;
  layout.columns.extent = part.width;
  layout.rows = {part.height, least_row_stride(layout)};
  if (signal.is_planar()) layout.channels = {std::ssize(signal.planes), signal.plane_stride};
  return layout;
}

ConstBuffer part_of(const PlaneJob& job, ConstBuffer plane, const Rectangle& part) {
  return from_sample(plane, job.layout.type,
                     part.y * plane.row_stride + part.x * job.layout.columns.stride);
}

Taps read_luma(const LumaSignal& signal, Extent extent, ConstBuffer part) {
  const Layout layout =
      part_of(signal, {0, 0, static_cast<int>(extent.columns), static_cast<int>(extent.rows)});
  Taps taps{extent, {}};
  taps.values.reserve(static_cast<std::size_t>(extent.rows) *
                      static_cast<std::size_t>(extent.columns));
  for (std::int64_t y = 0; y < extent.rows; ++y) {
    for (std::int64_t x = 0; x < extent.columns; ++x) {
      const std::int64_t pixel = part.first + y * part.row_stride + x * layout.columns.stride;
      double value = 0;
      for (std::int64_t c = 0; c < layout.channels.extent; ++c)
        value += static_cast<double>(signal.weights[static_cast<std::size_t>(c)]) *
                 read_sample(part.data, layout.type, pixel + c * layout.channels.stride);
      taps.values.push_back(value);
    }
  }
  return taps;
}

}  // namespace fftcore::gst
