// SPDX-License-Identifier: LGPL-2.1-or-later
#include "formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <vector>

#include "fftcore/error.h"
#include "samples.h"

namespace fftcore::gst {
namespace {

using Places = std::array<int, GST_VIDEO_MAX_COMPONENTS>;

constexpr int kNever = std::numeric_limits<int>::max();

struct Row {
  const char* name;
  fftcore::SampleType type = SampleType::u8;
  /// The GStreamer 1.x whose pools of CUDA memory take it first. They are not asked: 1.22 ends the
  /// program where its pool is asked for another format.
  int in_cuda_memory_since = kNever;
  // Where GStreamer's own are wrong, or none.
  std::optional<Places> places = std::nullopt;
  std::optional<Places> steps = std::nullopt;
};

constexpr int kCuda = 22;
constexpr int kCuda26 = 26;
constexpr Places kUv = {0, 0, 1, 0};
constexpr Places kYuyv = {0, 1, 3, 0};
constexpr Places kUyvy = {1, 0, 2, 0};
constexpr Places kVyuy = {1, 2, 0, 0};
constexpr Places kStepsOf422 = {2, 4, 4, 0};
// Alpha is two bits beside them.
constexpr Places kRgb = {0, 1, 2, Format::kBesideSamples};
constexpr Places kBgr = {2, 1, 0, Format::kBesideSamples};

// By names, since a GStreamer may lack some of them. No GStreamer has grey in CUDA memory.
constexpr Row kRows[] = {
    {"GRAY8"},
    {"GRAY16_LE", SampleType::u16},
    {"GRAY16_BE", SampleType::u16_be},
    {"GRAY10_LE16", SampleType::u10},
    // Y'CbCr, a plane for Y
    {"NV12", SampleType::u8, kCuda},
    {"NV21", SampleType::u8, kCuda},
    {"NV16"},
    {"NV24"},
    {"I420", SampleType::u8, kCuda},
    {"YV12", SampleType::u8, kCuda},
    {"Y42B", SampleType::u8, kCuda},
    {"Y444", SampleType::u8, kCuda},
    {"A420"},
    {"P010_10LE", SampleType::u10_high, kCuda, kUv},
    {"P012_LE", SampleType::u12_high, kCuda26, kUv},
    {"P016_LE", SampleType::u16, kCuda, kUv},
    {"I420_10LE", SampleType::u10, kCuda},
    {"I420_12LE", SampleType::u12, kCuda26},
    {"I422_10LE", SampleType::u10, kCuda},
    {"I422_12LE", SampleType::u12, kCuda},
    {"Y444_10LE", SampleType::u10, kCuda26},
    {"Y444_12LE", SampleType::u12, kCuda26},
    {"A420_10LE", SampleType::u10},
    {"Y444_16LE", SampleType::u16, kCuda},
    // Y'CbCr in one plane
    {"YUY2", SampleType::u8, kCuda},
    {"YVYU"},
    {"UYVY", SampleType::u8, kCuda},
    {"VYUY", SampleType::u8, kNever, kVyuy},
    {"AYUV"},
    {"VUYA", SampleType::u8, kCuda26},
    {"Y210", SampleType::u10_high, kNever, kYuyv},
    {"v210", SampleType::u10_packed, kNever, kUyvy, kStepsOf422},
    // colours in one plane
    {"RGB", SampleType::u8, kCuda},
    {"BGR", SampleType::u8, kCuda},
    {"RGBA", SampleType::u8, kCuda},
    {"BGRA", SampleType::u8, kCuda},
    {"RGBx", SampleType::u8, kCuda},
    {"BGRx", SampleType::u8, kCuda},
    {"ARGB", SampleType::u8, kCuda},
    {"ABGR", SampleType::u8, kCuda},
    {"xRGB"},
    {"xBGR"},
    {"ARGB64_LE", SampleType::u16},
    {"RGBA64_LE", SampleType::u16},
    {"RGB10A2_LE", SampleType::u10_packed, kCuda, kRgb},
    {"BGR10A2_LE", SampleType::u10_packed, kCuda, kBgr},
    // colours in a plane each
    {"RGBP", SampleType::u8, kCuda},
    {"BGRP", SampleType::u8, kCuda},
    {"GBR", SampleType::u8, kCuda},
    {"GBRA", SampleType::u8, kCuda},
    {"GBR_10LE", SampleType::u10, kCuda26},
    {"GBR_12LE", SampleType::u12, kCuda26},
    {"GBR_16LE", SampleType::u16, kCuda26},
};

/// Of the GStreamer that runs, which may be newer than the one that this was built with.
int minor_version() {
  guint minor = 0;
  guint ignored = 0;
  gst_version(&ignored, &minor, &ignored, &ignored);
  return static_cast<int>(minor);
}

Format format_in(const Row& row, GstVideoFormat id) {
  const GstVideoFormatInfo* const info = gst_video_format_get_info(id);
  const SampleTraits traits = traits_of(row.type);
  const auto in_samples = [&](const auto& bytes) {
    Places samples{};
    for (std::size_t c = 0; c < info->n_components; ++c)
      samples[c] = static_cast<int>(bytes[c]) / static_cast<int>(traits.bytes) * traits.samples;
    return samples;
  };
  return {id, row.type, minor_version() >= row.in_cuda_memory_since,
          row.places ? *row.places : in_samples(info->poffset),
          row.steps ? *row.steps : in_samples(info->pixel_stride)};
}

struct Table {
  std::array<Format, std::size(kRows)> formats{};
  std::size_t count = 0;

  Table() {
    for (const Row& row : kRows)
      if (const auto id = gst_video_format_from_string(row.name); id != GST_VIDEO_FORMAT_UNKNOWN)
        formats[count++] = format_in(row, id);
  }
};

}  // namespace

int Format::filtered_channels() const {
  return GST_VIDEO_FORMAT_INFO_IS_RGB(gst_video_format_get_info(id)) ? 3 : 1;
}

double Format::level() const {
  if (GST_VIDEO_FORMAT_INFO_IS_YUV(gst_video_format_get_info(id)))
    return 1 << (bits_of(type) - bits_of(SampleType::u8));
  return static_cast<double>(white_of(type)) / white_of(SampleType::u8);
}

std::span<const Format> formats() {
  static const Table table;
  return {table.formats.data(), table.count};
}

const Format* find_format(GstVideoFormat id) {
  const auto found = std::ranges::find(formats(), id, &Format::id);
  return found != formats().end() ? &*found : nullptr;
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

void require_precision(const GstVideoInfo& info, Precision precision) {
  constexpr int kFastBits = 11;
  const int bits = bits_of(format_of(info).type);
  if (precision == Precision::full || bits <= kFastBits) return;
  throw InvalidArgument(
      fmt::format("precision: fast keeps {} bits of a value, and samples of {} have {}; use "
                  "precision=full, or video of 8 bits or 10 (GRAY8, NV12, RGB, P010_10LE ...)",
                  kFastBits, GST_VIDEO_INFO_NAME(&info), bits));
}

GstCaps* system_video_caps() {
  std::vector<GstVideoFormat> ids;
  for (const Format& format : formats()) ids.push_back(format.id);
  return gst_video_make_raw_caps(ids.data(), static_cast<guint>(ids.size()));
}

GstCaps* cuda_video_caps() {
  std::vector<GstVideoFormat> ids;
  for (const Format& format : formats())
    if (format.is_in_cuda_memory) ids.push_back(format.id);
  return gst_video_make_raw_caps_with_features(ids.data(), static_cast<guint>(ids.size()),
                                               gst_caps_features_new("memory:CUDAMemory", nullptr));
}

}  // namespace fftcore::gst
