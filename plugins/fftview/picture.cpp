// SPDX-License-Identifier: LGPL-2.1-or-later
#include "picture.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

namespace fftcore::gst::view {
namespace {

constexpr double kBt601Red = 0.299, kBt601Blue = 0.114;

struct Yuv {
  double red = kBt601Red;  // weights in luma
  double blue = kBt601Blue;
  gint offset[GST_VIDEO_MAX_COMPONENTS] = {};
  gint scale[GST_VIDEO_MAX_COMPONENTS] = {};
};

Yuv yuv_of(const GstVideoInfo& info) {
  Yuv yuv;
  if (!gst_video_color_matrix_get_Kr_Kb(info.colorimetry.matrix, &yuv.red, &yuv.blue)) {
    yuv.red = kBt601Red;
    yuv.blue = kBt601Blue;
  }
  gst_video_color_range_offsets(info.colorimetry.range, info.finfo, yuv.offset, yuv.scale);
  return yuv;
}

std::uint8_t byte_of(double value) {
  return static_cast<std::uint8_t>(std::clamp(std::lround(value), 0L, 255L));
}

std::uint32_t pixel_of(Rgb color) {
  const std::uint8_t bytes[4] = {color.r, color.g, color.b, 255};
  std::uint32_t pixel = 0;
  std::memcpy(&pixel, bytes, sizeof pixel);
  return pixel;
}

}  // namespace

Palette::Palette(const GstVideoInfo& info, ColorMap map) : format_(GST_VIDEO_INFO_FORMAT(&info)) {
  const std::array<Rgb, 256> colors = colors_of(map);
  const Yuv yuv = yuv_of(info);
  for (std::size_t i = 0; i < colors.size(); ++i) {
    const double r = colors[i].r / 255.0, g = colors[i].g / 255.0, b = colors[i].b / 255.0;
    const double y = yuv.red * r + yuv.blue * b + (1 - yuv.red - yuv.blue) * g;
    pixels_[i] = pixel_of(colors[i]);
    luma_[i] = format_ == GST_VIDEO_FORMAT_GRAY8 ? static_cast<std::uint8_t>(i)
                                                 : byte_of(yuv.offset[0] + yuv.scale[0] * y);
    chroma_[i] = {byte_of(yuv.offset[1] + yuv.scale[1] * (b - y) / (2 * (1 - yuv.blue))),
                  byte_of(yuv.offset[2] + yuv.scale[2] * (r - y) / (2 * (1 - yuv.red)))};
  }
}

void Palette::write_row(const std::uint8_t* levels, std::int64_t count, std::uint8_t* to) const {
  switch (format_) {
    case GST_VIDEO_FORMAT_GRAY8: std::copy_n(levels, count, to); break;
    case GST_VIDEO_FORMAT_RGBA:
      for (std::int64_t i = 0; i < count; ++i) std::memcpy(to + 4 * i, &pixels_[levels[i]], 4);
      break;
    default:
      for (std::int64_t i = 0; i < count; ++i) to[i] = luma_[levels[i]];
      break;
  }
}

// The mean of two by two pixels; columns are even.
void Palette::write_chroma(const std::uint8_t* upper, const std::uint8_t* lower, std::int64_t count,
                           std::uint8_t* to) const {
  for (std::int64_t i = 0; i < count; i += 2) {
    const auto &a = chroma_[upper[i]], &b = chroma_[upper[i + 1]], &c = chroma_[lower[i]],
               &d = chroma_[lower[i + 1]];
    for (std::size_t part = 0; part < 2; ++part)
      to[i + static_cast<std::int64_t>(part)] =
          static_cast<std::uint8_t>((a[part] + b[part] + c[part] + d[part] + 2) / 4);
  }
}

void Palette::draw(std::span<const std::uint8_t> levels, Extent points, Symmetry symmetry,
                   GstVideoFrame& frame) const {
  const bool has_chroma = GST_VIDEO_FRAME_N_PLANES(&frame) > 1;
  const auto row_of = [&](guint plane, std::int64_t row) {
    return static_cast<std::uint8_t*>(GST_VIDEO_FRAME_PLANE_DATA(&frame, plane)) +
           row * GST_VIDEO_FRAME_PLANE_STRIDE(&frame, plane);
  };
  std::vector<std::uint8_t> pair(static_cast<std::size_t>(2 * points.columns));
  for (std::int64_t row = 0; row < points.rows; row += 2) {
    std::uint8_t* const upper = pair.data();
    std::uint8_t* lower = upper;  // an odd picture's last row stands for both
    unfold_row(levels, points, symmetry, row, upper);
    write_row(upper, points.columns, row_of(0, row));
    if (row + 1 < points.rows) {
      lower = upper + points.columns;
      unfold_row(levels, points, symmetry, row + 1, lower);
      write_row(lower, points.columns, row_of(0, row + 1));
    }
    if (has_chroma) write_chroma(upper, lower, points.columns, row_of(1, row / 2));
  }
}

void unfold_row(std::span<const std::uint8_t> levels, Extent points, Symmetry symmetry,
                std::int64_t row, std::uint8_t* to) {
  const std::int64_t half = points.columns / 2;
  const std::int64_t frequency = (row + points.rows - points.rows / 2) % points.rows;
  const std::int64_t opposite = (points.rows - frequency) % points.rows;
  std::copy_n(levels.data() + frequency * (half + 1), half, to + half);
  const std::uint8_t* const mirrored = levels.data() + opposite * (half + 1);
  if (symmetry == Symmetry::even)
    std::reverse_copy(mirrored + 1, mirrored + half + 1, to);
  else
    std::transform(mirrored + 1, mirrored + half + 1, std::make_reverse_iterator(to + half),
                   [](std::uint8_t level) { return static_cast<std::uint8_t>(256 - level); });
}

}  // namespace fftcore::gst::view
