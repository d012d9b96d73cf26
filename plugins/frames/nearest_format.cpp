// SPDX-License-Identifier: LGPL-2.1-or-later
#include "nearest_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cstdlib>
#include <string_view>

namespace fftcore::gst {
namespace {

// Of what is lost or added, what weighs more comes first: each of these is more than all that
// follow it can add up to.
constexpr int kOtherColours = 1 << 20;  // RGB, Y'CbCr or grey
constexpr int kLostChroma = 1 << 16;    // a halving
constexpr int kLostBit = 1 << 11;
constexpr int kLostAlpha = 1 << 10;
constexpr int kAddedChroma = 1 << 7;
constexpr int kAddedBit = 1 << 2;
constexpr int kOtherPlane = 1;

constexpr GstVideoFormatFlags kColours = static_cast<GstVideoFormatFlags>(
    GST_VIDEO_FORMAT_FLAG_YUV | GST_VIDEO_FORMAT_FLAG_RGB | GST_VIDEO_FORMAT_FLAG_GRAY);

int cost_of_less(int from, int to, int lost, int added) {
  return to < from ? (from - to) * lost : (to - from) * added;
}

int distance(const GstVideoFormatInfo* from, const GstVideoFormatInfo* to) {
  int cost = ((from->flags ^ to->flags) & kColours) != 0 ? kOtherColours : 0;
  // Shifts: a larger one is less chroma.
  cost += cost_of_less(-static_cast<int>(from->w_sub[1]), -static_cast<int>(to->w_sub[1]),
                       kLostChroma, kAddedChroma);
  cost += cost_of_less(-static_cast<int>(from->h_sub[1]), -static_cast<int>(to->h_sub[1]),
                       kLostChroma, kAddedChroma);
  cost += cost_of_less(static_cast<int>(from->depth[0]), static_cast<int>(to->depth[0]), kLostBit,
                       kAddedBit);
  cost += cost_of_less(GST_VIDEO_FORMAT_INFO_HAS_ALPHA(from) ? 1 : 0,
                       GST_VIDEO_FORMAT_INFO_HAS_ALPHA(to) ? 1 : 0, kLostAlpha, kAddedBit);
  cost += std::abs(static_cast<int>(from->n_planes) - static_cast<int>(to->n_planes)) * kOtherPlane;
  return cost;
}

/// What brings frames out of memory that no element here reads.
constexpr std::array<std::array<std::string_view, 2>, 8> kDownloads = {
    {{"memory:GLMemory", "gldownload"},
     {"memory:DMABuf", "glupload ! gldownload"},
     {"memory:VAMemory", "vapostproc"},
     {"memory:VASurface", "vaapipostproc"},
     {"memory:D3D11Memory", "d3d11download"},
     {"memory:D3D12Memory", "d3d12download"},
     {"memory:VulkanImage", "vulkandownload"},
     {"memory:NVMM", "nvvidconv"}}};

/// Of a feature of caps; empty where elements take frames with it.
std::string refusal_of_feature(std::string_view feature) {
  if (feature == "memory:SystemMemory" || feature == "memory:CUDAMemory") return {};
  if (!feature.starts_with("memory:"))
    return fmt::format(
        "video with {} has more than its frames, which would be lost; put a filter for video/x-raw "
        "without it before this element, so that upstream puts it into the frames",
        feature);
  const auto* const found =
      std::ranges::find(kDownloads, feature, [](auto& row) { return row[0]; });
  return fmt::format(
      "video in {} cannot be taken, but in system memory it can: put {} before this "
      "element",
      feature, found != kDownloads.end() ? (*found)[1] : "what brings it there");
}

}  // namespace

const Format& nearest_format(GstVideoFormat format, bool is_in_cuda_memory) {
  const GstVideoFormatInfo* const info = gst_video_format_get_info(format);
  return *std::ranges::min_element(formats(), {}, [&](const Format& each) {
    const bool is_possible = each.is_in_cuda_memory || !is_in_cuda_memory;
    return is_possible ? distance(info, gst_video_format_get_info(each.id)) : INT_MAX;
  });
}

std::string refusal_of(const GstCaps* caps) {
  if (gst_caps_get_size(caps) != 1) return {};
  const GstStructure* const structure = gst_caps_get_structure(caps, 0);
  const gchar* const name = gst_structure_get_string(structure, "format");
  if (!gst_structure_has_name(structure, "video/x-raw") || name == nullptr) return {};
  if (gst_caps_features_contains(gst_caps_get_features(caps, 0), "format:Interlaced") != FALSE)
    return "video with interlace-mode=alternate has one field in each buffer, which cannot be "
           "taken; ask the source for interlace-mode=interleaved or for progressive video";
  const GstCapsFeatures* const features = gst_caps_get_features(caps, 0);
  for (guint i = 0; i < gst_caps_features_get_size(features); ++i)
    if (std::string refusal = refusal_of_feature(gst_caps_features_get_nth(features, i));
        !refusal.empty())
      return refusal;
  const GstVideoFormat id = gst_video_format_from_string(name);
  const bool is_in_cuda_memory =
      gst_caps_features_contains(gst_caps_get_features(caps, 0), "memory:CUDAMemory") != FALSE;
  const Format* const format = find_format(id);
  if (id <= GST_VIDEO_FORMAT_ENCODED ||
      (format != nullptr && (format->is_in_cuda_memory || !is_in_cuda_memory)))
    return {};
  return fmt::format(
      "video in {}{} cannot be taken; the nearest format that can is {}: put {} and a filter for "
      "video/x-raw{},format={} before this element",
      name, is_in_cuda_memory ? " in CUDA memory" : "",
      nearest_format(id, is_in_cuda_memory).name(),
      is_in_cuda_memory ? "cudaconvert" : "videoconvert",
      is_in_cuda_memory ? "(memory:CUDAMemory)" : "", nearest_format(id, is_in_cuda_memory).name());
}

}  // namespace fftcore::gst
