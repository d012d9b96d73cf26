// SPDX-License-Identifier: LGPL-2.1-or-later
#include "picture_formats.h"

#include <map>
#include <stdexcept>

namespace fftcore::test {
namespace {

const std::vector<KnownFormat>& all_known() {
  static const std::vector<KnownFormat> formats = {
      {"GRAY8", {{"Y"}}},
      {"NV12", {{"Y"}, {"UV", 2, 2}}},
      {"NV21", {{"Y"}, {"VU", 2, 2}}},
      {"NV16", {{"Y"}, {"UV", 2}}},
      {"NV24", {{"Y"}, {"UV"}}},
      {"I420", {{"Y"}, {"U", 2, 2}, {"V", 2, 2}}},
      {"YV12", {{"Y"}, {"V", 2, 2}, {"U", 2, 2}}},
      {"Y42B", {{"Y"}, {"U", 2}, {"V", 2}}},
      {"Y444", {{"Y"}, {"U"}, {"V"}}},
      {"A420", {{"Y"}, {"U", 2, 2}, {"V", 2, 2}, {"A"}}},
      {"YUY2", {{"YUYV"}}},
      {"YVYU", {{"YVYU"}}},
      {"UYVY", {{"UYVY"}}},
      {"VYUY", {{"VYUY"}}},
      {"AYUV", {{"AYUV"}}},
      {"VUYA", {{"VUYA"}}},
      {"RGB", {{"RGB"}}},
      {"BGR", {{"BGR"}}},
      {"RGBA", {{"RGBA"}}},
      {"BGRA", {{"BGRA"}}},
      {"RGBx", {{"RGBx"}}},
      {"BGRx", {{"BGRx"}}},
      {"ARGB", {{"ARGB"}}},
      {"ABGR", {{"ABGR"}}},
      {"xRGB", {{"xRGB"}}},
      {"xBGR", {{"xBGR"}}},
      {"RGBP", {{"R"}, {"G"}, {"B"}}},
      {"BGRP", {{"B"}, {"G"}, {"R"}}},
      {"GBR", {{"G"}, {"B"}, {"R"}}},
      {"GBRA", {{"G"}, {"B"}, {"R"}, {"A"}}},
      {"GRAY16_LE", {{"Y"}}, 16},
      {"GRAY16_BE", {{"Y"}}, 16, 0, true},
      {"GRAY10_LE16", {{"Y"}}, 10},
      {"P010_10LE", {{"Y"}, {"UV", 2, 2}}, 10, 6},
      {"P012_LE", {{"Y"}, {"UV", 2, 2}}, 12, 4},
      {"I420_10LE", {{"Y"}, {"U", 2, 2}, {"V", 2, 2}}, 10},
      {"I420_12LE", {{"Y"}, {"U", 2, 2}, {"V", 2, 2}}, 12},
      {"I422_10LE", {{"Y"}, {"U", 2}, {"V", 2}}, 10},
      {"I422_12LE", {{"Y"}, {"U", 2}, {"V", 2}}, 12},
      {"Y444_10LE", {{"Y"}, {"U"}, {"V"}}, 10},
      {"Y444_12LE", {{"Y"}, {"U"}, {"V"}}, 12},
      {"A420_10LE", {{"Y"}, {"U", 2, 2}, {"V", 2, 2}, {"A"}}, 10},
      {"Y210", {{"YUYV"}}, 10, 6},
      {"v210", {{"UYVY"}}, 10, 0, false, true},
      {"GBR_10LE", {{"G"}, {"B"}, {"R"}}, 10},
      {"GBR_12LE", {{"G"}, {"B"}, {"R"}}, 12},
      {"P016_LE", {{"Y"}, {"UV", 2, 2}}, 16},
      {"Y444_16LE", {{"Y"}, {"U"}, {"V"}}, 16},
      {"ARGB64_LE", {{"ARGB"}}, 16},
      {"RGBA64_LE", {{"RGBA"}}, 16},
      {"RGB10A2_LE", {{"RGB"}}, 10, 0, false, true},
      {"BGR10A2_LE", {{"BGR"}}, 10, 0, false, true},
  };
  return formats;
}

}  // namespace

const std::vector<KnownFormat>& known_formats() {
  static const std::vector<KnownFormat> formats = [] {
    std::vector<KnownFormat> found;
    for (const KnownFormat& format : all_known())
      if (gst_video_format_from_string(format.name) != GST_VIDEO_FORMAT_UNKNOWN)
        found.push_back(format);
    return found;
  }();
  return formats;
}

const KnownFormat& known(GstVideoFormat format) {
  // GStreamer compares a name with all names that it has, and tests ask for each sample.
  static const std::map<GstVideoFormat, const KnownFormat*> formats = [] {
    std::map<GstVideoFormat, const KnownFormat*> found;
    for (const KnownFormat& each : known_formats())
      found.emplace(gst_video_format_from_string(each.name), &each);
    return found;
  }();
  const auto found = formats.find(format);
  if (found == formats.end()) throw std::invalid_argument(gst_video_format_to_string(format));
  return *found->second;
}

}  // namespace fftcore::test
