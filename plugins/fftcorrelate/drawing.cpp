// SPDX-License-Identifier: LGPL-2.1-or-later
#include "drawing.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "../frames/formats.h"
#include "../frames/samples.h"
#include "../memory/frame_map.h"

namespace fftcore::gst::correlate {
namespace {

constexpr int kLineWidth = 2;  // pixels

// Values of 0 to 1, a component each: R, G, B or Y, U, V or grey.
using Colour = std::array<float, 3>;
constexpr Colour kGreenRgb = {0, 1, 0};
constexpr Colour kGreenYuv = {0.68F, 0.17F, 0.10F};  // of BT.601
constexpr Colour kWhite = {1, 1, 1};

class Canvas {
 public:
  Canvas(const GstVideoInfo& info, GstBuffer* buffer)
      : info_(info),
        format_(format_of(info)),
        white_(static_cast<float>(255 * format_.level())),
        map_(info, buffer, GST_MAP_READWRITE) {}

  Colour green() const {
    if (GST_VIDEO_INFO_IS_RGB(&info_)) return kGreenRgb;
    return GST_VIDEO_INFO_IS_GRAY(&info_) ? kWhite : kGreenYuv;
  }
  // Brightness of 0 to 1, without colour.
  Colour grey(float value) const {
    if (!GST_VIDEO_INFO_IS_YUV(&info_)) return {value, value, value};
    const float no_colour = static_cast<float>(no_colour_of(format_.type)) / white_;
    return {luma(value), no_colour, no_colour};
  }

  // Only that: colour stays as it is where it has planes of its own.
  void set_brightness(int x, int y, float value) {
    if (!GST_VIDEO_INFO_IS_RGB(&info_)) return put(0, x, y, luma(value));
    for (const int component : {GST_VIDEO_COMP_R, GST_VIDEO_COMP_G, GST_VIDEO_COMP_B})
      put(component, x, y, value);
  }

  // Pixels outside the frame are left out.
  void fill(const Rectangle& part, const Colour& colour) {
    const int components = std::min(3, static_cast<int>(GST_VIDEO_INFO_N_COMPONENTS(&info_)));
    for (int c = 0; c < components; ++c) {
      const int left = std::max(0, part.x) >> info_.finfo->w_sub[c];
      const int top = std::max(0, part.y) >> info_.finfo->h_sub[c];
      const int right = std::min(GST_VIDEO_FRAME_COMP_WIDTH(&map_.frame(), c),
                                 scaled(part.x + part.width, info_.finfo->w_sub[c]));
      const int bottom = std::min(GST_VIDEO_FRAME_COMP_HEIGHT(&map_.frame(), c),
                                  scaled(part.y + part.height, info_.finfo->h_sub[c]));
      for (int y = top; y < bottom; ++y)
        for (int x = left; x < right; ++x) put(c, x, y, colour[static_cast<std::size_t>(c)]);
    }
  }

 private:
  float luma(float value) const {
    const bool is_narrow =
        GST_VIDEO_INFO_IS_YUV(&info_) && info_.colorimetry.range == GST_VIDEO_COLOR_RANGE_16_235;
    return is_narrow ? (16 + 219 * value) / 255 : value;
  }

  static int scaled(int value, guint shift) { return (value + (1 << shift) - 1) >> shift; }

  void put(int component, int x, int y, float value) {
    const int plane = GST_VIDEO_FRAME_COMP_PLANE(&map_.frame(), component);
    const auto c = static_cast<std::size_t>(component);
    auto* const row =
        static_cast<std::uint8_t*>(GST_VIDEO_FRAME_PLANE_DATA(&map_.frame(), plane)) +
        static_cast<std::ptrdiff_t>(y) * GST_VIDEO_FRAME_COMP_STRIDE(&map_.frame(), component);
    write_sample(row, format_.type,
                 format_.places[c] + static_cast<std::int64_t>(x) * format_.steps[c],
                 static_cast<int>(value * white_ + 0.5F));
  }

  const GstVideoInfo& info_;
  const Format& format_;
  float white_;
  FrameMap map_;
};

void outline(Canvas& canvas, const Rectangle& box) {
  const Colour colour = canvas.green();
  canvas.fill({box.x, box.y, box.width, kLineWidth}, colour);
  canvas.fill({box.x, box.y + box.height - kLineWidth, box.width, kLineWidth}, colour);
  canvas.fill({box.x, box.y, kLineWidth, box.height}, colour);
  canvas.fill({box.x + box.width - kLineWidth, box.y, kLineWidth, box.height}, colour);
}

// What comes out white.
float full_scale(const ScoreSurface& surface, Method method) {
  if (method != Method::ccorr) return 1;
  const float largest = *std::ranges::max_element(surface.values);
  return largest > 0 ? largest : 1;
}

}  // namespace

void draw_boxes(const GstVideoInfo& info, GstBuffer* frame, const std::vector<Match>& matches,
                bool is_phase) {
  Canvas canvas(info, frame);
  for (const Match& match : matches) {
    Rectangle box = match.place;
    if (is_phase) {
      box.x += static_cast<int>(std::lround(match.x));
      box.y += static_cast<int>(std::lround(match.y));
    }
    outline(canvas, box);
  }
}

void draw_surface(const GstVideoInfo& info, GstBuffer* frame, const ScoreSurface& surface,
                  Method method) {
  Canvas canvas(info, frame);
  canvas.fill(whole(info), canvas.grey(0));
  const auto rows = static_cast<int>(surface.extent.rows);
  const auto columns = static_cast<int>(surface.extent.columns);
  const float scale = full_scale(surface, method);
  const Rectangle& window = surface.window;
  for (int y = 0; y < std::min(rows, window.height); ++y) {
    for (int x = 0; x < std::min(columns, window.width); ++x) {
      // A template is as large as what S lacks, and one; phase: shifts to the left and up lie at
      // the end.
      const int from_x = method == Method::phase ? (x - window.width / 2 + columns) % columns : x;
      const int from_y = method == Method::phase ? (y - window.height / 2 + rows) % rows : y;
      const int to_x =
          window.x + (method == Method::phase ? x : x + (window.width - columns + 1) / 2);
      const int to_y =
          window.y + (method == Method::phase ? y : y + (window.height - rows + 1) / 2);
      const float score =
          surface.values[static_cast<std::size_t>(from_y) * static_cast<std::size_t>(columns) +
                         static_cast<std::size_t>(from_x)];
      canvas.set_brightness(to_x, to_y,
                            std::isfinite(score) ? std::clamp(score / scale, 0.0F, 1.0F) : 0);
    }
  }
}

}  // namespace fftcore::gst::correlate
