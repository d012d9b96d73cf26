// SPDX-License-Identifier: LGPL-2.1-or-later
#include "formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "fftcore/error.h"

namespace fftcore::gst {
namespace {

// No GStreamer has grey or 3-byte pixels in CUDA memory.
constexpr std::array kFormats = {
    Format{GST_VIDEO_FORMAT_GRAY8, Element::u8, false},
    Format{GST_VIDEO_FORMAT_GRAY16_LE, Element::u16, false},
    Format{GST_VIDEO_FORMAT_NV12, Element::u8, true},
    Format{GST_VIDEO_FORMAT_I420, Element::u8, true},
    Format{GST_VIDEO_FORMAT_Y444, Element::u8, true},
    Format{GST_VIDEO_FORMAT_RGB, Element::u8, false},
    Format{GST_VIDEO_FORMAT_BGR, Element::u8, false},
    Format{GST_VIDEO_FORMAT_RGBA, Element::u8, true},
    Format{GST_VIDEO_FORMAT_BGRA, Element::u8, true},
    Format{GST_VIDEO_FORMAT_RGBx, Element::u8, true},
    Format{GST_VIDEO_FORMAT_BGRx, Element::u8, true},
};

}  // namespace

int Format::filtered_channels() const {
  return GST_VIDEO_FORMAT_INFO_IS_RGB(gst_video_format_get_info(id)) ? 3 : 1;
}

std::span<const Format> formats() {
  return kFormats;
}

const Format* find_format(GstVideoFormat id) {
  const auto* const found = std::ranges::find(kFormats, id, &Format::id);
  return found != kFormats.end() ? found : nullptr;
}

const Format* find_format(const std::string& name) {
  return find_format(gst_video_format_from_string(name.c_str()));
}

const Format& format_of(const GstVideoInfo& info) {
  const Format* const format = find_format(GST_VIDEO_INFO_FORMAT(&info));
  if (format == nullptr)
    throw InvalidArgument(
        fmt::format("{} is no format that this element knows", GST_VIDEO_INFO_NAME(&info)));
  return *format;
}

GstCaps* system_video_caps() {
  std::vector<GstVideoFormat> ids;
  for (const Format& format : kFormats) ids.push_back(format.id);
  return gst_video_make_raw_caps(ids.data(), static_cast<guint>(ids.size()));
}

GstCaps* cuda_video_caps() {
  std::vector<GstVideoFormat> ids;
  for (const Format& format : kFormats)
    if (format.is_in_cuda_memory) ids.push_back(format.id);
  return gst_video_make_raw_caps_with_features(ids.data(), static_cast<guint>(ids.size()),
                                               gst_caps_features_new("memory:CUDAMemory", nullptr));
}

int white_of(Element element) {
  return element == Element::u16 ? 65535 : 255;
}

int no_colour_of(Element element) {
  return element == Element::u16 ? 32768 : 128;
}

}  // namespace fftcore::gst
