// SPDX-License-Identifier: LGPL-2.1-or-later
// Levels of half a spectrum -> a picture of all of it, in every format.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <set>

#include "fftview/picture.h"
#include "picture.h"

namespace fftcore::test::view_picture_test {
namespace {

using namespace gst::view;

// Of bin (row, column), -1 for those of no bin; not those of the opposite column 0 and last, which
// rows have twice.
int level_of(std::int64_t row, std::int64_t column) {
  return static_cast<int>((row * 31 + column * 7 + 1) % 256);
}

std::vector<std::uint8_t> levels_of(Extent points) {
  std::vector<std::uint8_t> levels;
  for (std::int64_t r = 0; r < points.rows; ++r)
    for (std::int64_t c = 0; c <= points.columns / 2; ++c)
      levels.push_back(static_cast<std::uint8_t>(level_of(r, c)));
  return levels;
}

TEST(ViewPicture, HasDcInTheMiddleAndTheOppositeBinsMirrored) {
  for (const Extent points : {Extent{1, 2}, Extent{1, 8}, Extent{5, 6}, Extent{6, 8}}) {
    const std::vector<std::uint8_t> levels = levels_of(points);
    for (const Symmetry symmetry : {Symmetry::even, Symmetry::odd}) {
      for (std::int64_t row = 0; row < points.rows; ++row) {
        std::vector<std::uint8_t> picture(static_cast<std::size_t>(points.columns));
        unfold_row(levels, points, symmetry, row, picture.data());
        for (std::int64_t column = 0; column < points.columns; ++column) {
          const std::int64_t ky = row - points.rows / 2, kx = column - points.columns / 2;
          const bool is_reversed = kx < 0;
          const std::int64_t bin_row = ((is_reversed ? -ky : ky) + points.rows) % points.rows;
          int expected = level_of(bin_row, std::abs(kx));
          if (is_reversed && symmetry == Symmetry::odd) expected = (256 - expected) % 256;
          EXPECT_EQ(picture[column], expected)
              << points.rows << "x" << points.columns << " at " << row << "," << column;
        }
      }
    }
  }
}

Picture drawn(GstVideoFormat format, Extent points, ColorMap map,
              const std::vector<std::uint8_t>& levels) {
  const Size size{static_cast<int>(points.columns), static_cast<int>(points.rows)};
  Picture picture = random_picture(format, size);  // all of it must be overwritten
  GstBuffer* const buffer = strided_buffer_of(picture, 6);
  const GstVideoInfo info = info_of(format, size);
  GstVideoFrame frame;
  gst_video_frame_map(&frame, &info, buffer, GST_MAP_WRITE);
  Palette(info, map).draw(levels, points, Symmetry::even, frame);
  gst_video_frame_unmap(&frame);
  picture = read(format, size, buffer);
  gst_buffer_unref(buffer);
  return picture;
}

TEST(ViewPicture, ColoursAreThoseOfTheMap) {
  const Extent points{5, 8};
  const std::vector<std::uint8_t> levels = levels_of(points);
  const Picture grey = drawn(GST_VIDEO_FORMAT_GRAY8, points, ColorMap::heat, levels);
  for (const ColorMap map : {ColorMap::none, ColorMap::heat, ColorMap::cyclic}) {
    const std::array<Rgb, 256> colors = colors_of(map);
    const Picture picture = drawn(GST_VIDEO_FORMAT_RGBA, points, map, levels);
    for (int row = 0; row < 5; ++row) {
      for (int column = 0; column < 8; ++column) {
        const Plane& plane = picture.planes[0];
        const Rgb color = colors[static_cast<std::size_t>(grey.planes[0].at(row, column, 0))];
        EXPECT_EQ(plane.at(row, column, 0), color.r);
        EXPECT_EQ(plane.at(row, column, 1), color.g);
        EXPECT_EQ(plane.at(row, column, 2), color.b);
        EXPECT_EQ(plane.at(row, column, 3), 255);
      }
    }
  }
}

// Against GStreamer's own conversion of the RGBA picture. Odd rows: the last one has chroma of its
// own.
TEST(ViewPicture, Nv12IsAsVideoconvertMakesIt) {
  const Extent points{5, 8};
  std::vector<std::uint8_t> levels(5 * 5);
  for (std::size_t i = 0; i < levels.size(); ++i)
    // rows of a colour: chroma of two rows mixes
    levels[i] = static_cast<std::uint8_t>(i / 5 * 50);
  levels[7] = 255;
  const Size size{8, 5};
  GstVideoInfo rgba = info_of(GST_VIDEO_FORMAT_RGBA, size),
               nv12 = info_of(GST_VIDEO_FORMAT_NV12, size);
  GstVideoConverter* const converter = gst_video_converter_new(
      &rgba, &nv12,
      gst_structure_new("options", GST_VIDEO_CONVERTER_OPT_DITHER_METHOD,
                        GST_TYPE_VIDEO_DITHER_METHOD, GST_VIDEO_DITHER_NONE, nullptr));
  GstBuffer* const from = buffer_of(drawn(GST_VIDEO_FORMAT_RGBA, points, ColorMap::heat, levels));
  GstBuffer* const to = gst_buffer_new_allocate(nullptr, GST_VIDEO_INFO_SIZE(&nv12), nullptr);
  GstVideoFrame source, target;
  gst_video_frame_map(&source, &rgba, from, GST_MAP_READ);
  gst_video_frame_map(&target, &nv12, to, GST_MAP_WRITE);
  gst_video_converter_frame(converter, &source, &target);
  gst_video_frame_unmap(&source);
  gst_video_frame_unmap(&target);
  const Picture expected = read(GST_VIDEO_FORMAT_NV12, size, to);
  const Picture picture = drawn(GST_VIDEO_FORMAT_NV12, points, ColorMap::heat, levels);
  for (std::size_t i = 0; i < expected.planes[0].samples.size(); ++i)
    EXPECT_NEAR(picture.planes[0].samples[i], expected.planes[0].samples[i], 1) << i;
  // Chroma may be sited elsewhere: where all four pixels are alike, it does not matter; the last
  // row stands alone.
  for (int column = 0; column < 4; ++column)
    for (int part = 0; part < 2; ++part)
      EXPECT_NEAR(picture.planes[1].at(2, column, part), expected.planes[1].at(2, column, part), 1)
          << column;
  gst_buffer_unref(from);
  gst_buffer_unref(to);
  gst_video_converter_free(converter);
}

double lightness(Rgb color) {
  const auto linear = [](std::uint8_t byte) {
    const double x = byte / 255.0;
    return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4);
  };
  const double y = 0.2126 * linear(color.r) + 0.7152 * linear(color.g) + 0.0722 * linear(color.b);
  return y > 0.008856 ? 116 * std::cbrt(y) - 16 : 903.3 * y;  // CIE L*
}

TEST(ViewColors, HeatGetsLighterStepByStep) {
  const std::array<Rgb, 256> colors = colors_of(ColorMap::heat);
  EXPECT_LT(lightness(colors[0]), 5);
  EXPECT_GT(lightness(colors[255]), 90);
  for (std::size_t i = 0; i + 16 < colors.size(); i += 16) {
    const double step = lightness(colors[i + 16]) - lightness(colors[i]);
    EXPECT_GT(step, i < 48 ? 0.5 : 4) << i;
    EXPECT_LT(step, 10) << i;
  }
}

TEST(ViewColors, CyclicIsEquallyLightAndItsEndsMeet) {
  const std::array<Rgb, 256> colors = colors_of(ColorMap::cyclic);
  std::set<std::array<int, 3>> different;
  for (std::size_t i = 0; i < colors.size(); ++i) {
    const Rgb a = colors[i], b = colors[(i + 1) % 256];
    EXPECT_NEAR(lightness(a), lightness(colors[0]), 6) << i;
    EXPECT_LE(std::abs(a.r - b.r) + std::abs(a.g - b.g) + std::abs(a.b - b.b), 12) << i;
    different.insert({a.r, a.g, a.b});
  }
  EXPECT_GT(different.size(), 250U);
}

TEST(ViewColors, KnownColoursOfTheSpace) {
  EXPECT_EQ(oklch(1, 0, 0), (Rgb{255, 255, 255}));
  EXPECT_EQ(oklch(0, 0, 0), (Rgb{0, 0, 0}));
  const Rgb red = oklch(0.627955, 0.257683, 29.2339 / 360);  // as Ottosson and CSS Color 4 give it
  EXPECT_NEAR(red.r, 255, 1);
  EXPECT_NEAR(red.g, 0, 1);
  EXPECT_NEAR(red.b, 0, 1);
}

}  // namespace
}  // namespace fftcore::test::view_picture_test
