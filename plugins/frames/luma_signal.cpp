// SPDX-License-Identifier: LGPL-2.1-or-later
#include "luma_signal.h"

namespace fftcore::gst {
namespace {

constexpr std::array<float, 3> kLumaOfColours = {0.299F, 0.587F, 0.114F};  // R, G, B; BT.601

double sample(const void* data, Element element, std::int64_t index) {
  if (element == Element::u16) return static_cast<const std::uint16_t*>(data)[index];
  return static_cast<const std::uint8_t*>(data)[index];
}

}  // namespace

LumaSignal luma_signal(const GstVideoInfo& info) {
  LumaSignal signal;
  signal.plane = plane_jobs(info, PlaneSelection::luma).front();
  if (signal.plane.role != PlaneRole::colour) {
    signal.weights = {1, 0, 0, 0};
    return signal;
  }
  for (const int component : {GST_VIDEO_COMP_R, GST_VIDEO_COMP_G, GST_VIDEO_COMP_B}) {
    signal.weights[static_cast<std::size_t>(GST_VIDEO_INFO_COMP_POFFSET(&info, component))] =
        kLumaOfColours[static_cast<std::size_t>(component)];
  }
  return signal;
}

Layout part_of(const LumaSignal& signal, const Rectangle& part) {
  return Layout::interleaved(signal.plane.layout.element, {part.height, part.width},
                             signal.plane.layout.channels.extent);
}

ConstBuffer part_of(const LumaSignal& signal, ConstBuffer plane, const Rectangle& part) {
  const Layout& layout = signal.plane.layout;
  const std::int64_t samples = part.y * plane.row_stride + part.x * layout.columns.stride;
  plane.data = static_cast<const char*>(plane.data) +
               samples * static_cast<std::int64_t>(size_bytes(layout.element));
  return plane;
}

Taps read_luma(const LumaSignal& signal, Extent extent, ConstBuffer part) {
  const Layout& layout = signal.plane.layout;
  Taps taps{extent, {}};
  taps.values.reserve(static_cast<std::size_t>(extent.rows) *
                      static_cast<std::size_t>(extent.columns));
  for (std::int64_t y = 0; y < extent.rows; ++y) {
    for (std::int64_t x = 0; x < extent.columns; ++x) {
      const std::int64_t pixel = y * part.row_stride + x * layout.columns.stride;
      double value = 0;
      for (std::int64_t c = 0; c < layout.channels.extent; ++c)
        value += static_cast<double>(signal.weights[static_cast<std::size_t>(c)]) *
                 sample(part.data, layout.element, pixel + c);
      taps.values.push_back(value);
    }
  }
  return taps;
}

}  // namespace fftcore::gst
