// SPDX-License-Identifier: LGPL-2.1-or-later
#include "regions.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace fftcore::gst::stabilize {
namespace {

struct Frame {
  const MotionMap& map;
  double columns, rows;
};

/// Whether something of it is left.
bool move(GstVideoRegionOfInterestMeta& region, const Frame& frame) {
  const double left = region.x, top = region.y, right = left + region.w, bottom = top + region.h;
  double from_x = frame.columns, from_y = frame.rows, to_x = 0, to_y = 0;
  // Pixel i covers i - 1/2 to i + 1/2 in the map's coordinates.
  for (const auto& [x, y] : std::array<std::array<double, 2>, 4>{
           {{left, top}, {right, top}, {left, bottom}, {right, bottom}}}) {
    const auto [u, v] = mapped(frame.map, x - 0.5, y - 0.5);
    from_x = std::min(from_x, u + 0.5);
    from_y = std::min(from_y, v + 0.5);
    to_x = std::max(to_x, u + 0.5);
    to_y = std::max(to_y, v + 0.5);
  }
  // A shift by rounding of a double is no reason for another pixel.
  constexpr double kRounding = 1e-6;
  from_x = std::clamp(std::floor(from_x + kRounding), 0.0, frame.columns);
  from_y = std::clamp(std::floor(from_y + kRounding), 0.0, frame.rows);
  to_x = std::clamp(std::ceil(to_x - kRounding), 0.0, frame.columns);
  to_y = std::clamp(std::ceil(to_y - kRounding), 0.0, frame.rows);
  region.x = static_cast<guint>(from_x);
  region.y = static_cast<guint>(from_y);
  region.w = static_cast<guint>(std::max(0.0, to_x - from_x));
  region.h = static_cast<guint>(std::max(0.0, to_y - from_y));
  return region.w > 0 && region.h > 0;
}

}  // namespace

void move_regions(GstBuffer* buffer, const MotionMap& map, int columns, int rows) {
  if (map == MotionMap{}) return;
  Frame frame{map, static_cast<double>(columns), static_cast<double>(rows)};
  gst_buffer_foreach_meta(
      buffer,
      [](GstBuffer*, GstMeta** meta, gpointer data) -> gboolean {
        if ((*meta)->info->api != GST_VIDEO_REGION_OF_INTEREST_META_API_TYPE) return TRUE;
        auto& region = *reinterpret_cast<GstVideoRegionOfInterestMeta*>(*meta);
        if (!move(region, *static_cast<const Frame*>(data))) *meta = nullptr;  // removed
        return TRUE;
      },
      &frame);
}

}  // namespace fftcore::gst::stabilize
