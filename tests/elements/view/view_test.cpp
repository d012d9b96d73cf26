// SPDX-License-Identifier: LGPL-2.1-or-later
// fftview on spectra whose picture is known beforehand.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "fftview/color_map.h"
#include "spectrum_harness.h"

namespace fftcore::test::view_test {
namespace {

using gst::SpectrumInfo;

constexpr Size kSize = {64, 48};
constexpr Extent kPoints = {48, 64};
constexpr char kGrey[] = "video/x-raw,format=GRAY8";

Picture picture_of(GstVideoFormat format, auto&& sample) {
  Picture picture = random_picture(format, kSize);
  Plane& plane = picture.planes[0];
  for (int y = 0; y < plane.rows; ++y)
    for (int x = 0; x < plane.columns; ++x)
      for (int c = 0; c < plane.channels; ++c)
        plane.samples[static_cast<std::size_t>((y * plane.columns + x) * plane.channels + c)] =
            sample(y, x, c);
  return picture;
}

SpectrumHarness::Properties fixed_range(const char* low = "-60") {
  return {{"range", "fixed"}, {"low", low}, {"high", "0"}};
}

SpectrumInfo grey_info() {
  return spectrum_of_video(GST_VIDEO_FORMAT_GRAY8, kSize, kPoints);
}

TEST(View, AWaveIsTwoPointsOppositeEachOther) {
  const Picture wave = picture_of(GST_VIDEO_FORMAT_GRAY8, [](int y, int x, int) {
    return static_cast<int>(
        std::lround(128 + 100 * std::cos(2 * std::numbers::pi * (5 * x / 64.0 + 3 * y / 48.0))));
  });
  SpectrumHarness harness("fftview", fixed_range(), kGrey);
  harness.set_caps(grey_info());
  const Picture view = harness.push_for_picture(spectrum_buffer(wave, grey_info()));
  const Plane& plane = view.planes[0];
  ASSERT_EQ(plane.rows, 48);
  ASSERT_EQ(plane.columns, 64);
  const auto level = [](double decibels) { return 255 * (decibels + 60) / 60; };
  for (int y = 0; y < 48; ++y) {
    for (int x = 0; x < 64; ++x) {
      const bool is_wave = (y == 24 + 3 && x == 32 + 5) || (y == 24 - 3 && x == 32 - 5);
      const double expected = y == 24 && x == 32 ? level(20 * std::log10(128 / 255.0))
                              : is_wave          ? level(20 * std::log10(50 / 255.0))
                                                 : 0;
      EXPECT_NEAR(plane.at(y, x, 0), expected, 1) << y << "," << x;
    }
  }
}

TEST(View, TheMeanOfAWhiteFrameIsNoDecibels) {
  for (const GstVideoFormat format :
       {GST_VIDEO_FORMAT_GRAY8, GST_VIDEO_FORMAT_GRAY16_LE, GST_VIDEO_FORMAT_RGBA}) {
    for (const bool is_normalized : {false, true}) {
      SpectrumInfo info = spectrum_of_video(format, kSize, {50, 80});  // larger than the frame
      info.layout.normalized = is_normalized;
      if (is_normalized && format != GST_VIDEO_FORMAT_GRAY16_LE) info.layout.type = SampleType::f16;
      const int white = format == GST_VIDEO_FORMAT_GRAY16_LE ? 65535 : 255;
      for (const int divisor : {1, 10}) {
        SpectrumHarness harness("fftview", {{"range", "fixed"}, {"low", "-100"}, {"high", "55"}},
                                kGrey);
        harness.set_caps(info);
        const Picture view = harness.push_for_picture(spectrum_buffer(
            picture_of(format, [&](int, int, int) { return white / divisor; }), info));
        EXPECT_NEAR(view.planes[0].at(25, 40, 0), 255 * (100 - 20 * std::log10(divisor)) / 155, 1)
            << gst_video_format_to_string(format);
      }
    }
  }
}

TEST(View, PhaseOfAShiftedPointIsARamp) {
  const Picture point = picture_of(GST_VIDEO_FORMAT_GRAY8,
                                   [](int y, int x, int) { return y == 2 && x == 3 ? 255 : 0; });
  SpectrumHarness harness("fftview", {{"show", "phase"}}, kGrey);
  harness.set_caps(grey_info());
  const Picture view = harness.push_for_picture(spectrum_buffer(point, grey_info()));
  for (int y = 1; y < 48; ++y) {
    for (int x = 1; x < 64; ++x) {
      const double turns = -(3.0 * (x - 32) / 64 + 2.0 * (y - 24) / 48);
      const double difference = (view.planes[0].at(y, x, 0) - 128) / 256.0 - turns;
      EXPECT_NEAR(difference - std::round(difference), 0, 1.01 / 256) << y << "," << x;
    }
  }
}

TEST(View, ColoursFollowWhatIsShown) {
  const Picture input = random_picture(GST_VIDEO_FORMAT_GRAY8, kSize);
  for (const auto& [show, map, expected] :
       {std::tuple{"magnitude", "auto", gst::view::ColorMap::heat},
        {"magnitude", "none", gst::view::ColorMap::none},
        {"phase", "auto", gst::view::ColorMap::cyclic},
        {"phase", "heat", gst::view::ColorMap::heat}}) {
    SpectrumHarness grey("fftview", {{"show", show}}, kGrey);
    // RGBA unless asked otherwise
    SpectrumHarness colour("fftview", {{"show", show}, {"color-map", map}});
    grey.set_caps(grey_info());
    colour.set_caps(grey_info());
    const Picture levels = grey.push_for_picture(spectrum_buffer(input, grey_info()));
    const Picture view = colour.push_for_picture(spectrum_buffer(input, grey_info()));
    ASSERT_EQ(view.format, GST_VIDEO_FORMAT_RGBA);
    const auto colors = gst::view::colors_of(expected);
    for (int x = 0; x < 64; ++x) {
      const gst::view::Rgb color = colors[static_cast<std::size_t>(levels.planes[0].at(7, x, 0))];
      EXPECT_EQ(view.planes[0].at(7, x, 0), color.r);
      EXPECT_EQ(view.planes[0].at(7, x, 2), color.b);
    }
  }
}

TEST(View, ShowsOneChannelOrAll) {
  const SpectrumInfo info = spectrum_of_video(GST_VIDEO_FORMAT_BGRA, kSize, kPoints);
  const Picture green =
      picture_of(GST_VIDEO_FORMAT_BGRA, [](int, int, int c) { return c == 1 ? 255 : 0; });
  SpectrumHarness harness("fftview", fixed_range(), kGrey);
  harness.set_caps(info);
  const auto mean = [&](const char* channel) {
    harness.set("channel", channel);
    return harness.push_for_picture(spectrum_buffer(green, info)).planes[0].at(24, 32, 0);
  };
  EXPECT_EQ(mean("0"), 0);
  EXPECT_EQ(mean("1"), 255);
  EXPECT_EQ(mean("2"), 0);
  EXPECT_NEAR(mean("-1"), 255 * (60 - 10 * std::log10(3)) / 60, 1);
  EXPECT_TRUE(harness.warnings().empty());
  EXPECT_NEAR(mean("3"), 255 * (60 - 10 * std::log10(3)) / 60, 1) << "as before";
  expect_words(harness.warnings(), {"channel=3", "0 to 2", "last settings"});
}

TEST(View, PictureOfASignal) {
  SpectrumInfo info;
  info.layout.points = {1, 32};
  info.layout.stored_rows = 1;
  info.width = 20;
  info.height = 1;
  info.rate = 48000;
  SpectrumHarness harness("fftview", {}, kGrey);
  harness.set_caps(info);
  std::vector<float> bins(size_bytes(info.layout) / 4, 0.0F);
  bins[2 * 5] = 1;  // bin 5
  GstBuffer* const buffer = gst_buffer_new_memdup(bins.data(), size_bytes(info.layout));
  const Picture view = harness.push_for_picture(buffer);
  for (int x = 0; x < 32; ++x)
    EXPECT_EQ(view.planes[0].at(0, x, 0), x == 16 + 5 || x == 16 - 5 ? 255 : 0) << x;
  EXPECT_NE(harness.output_caps().find("framerate=(fraction)2400/1"), std::string::npos)
      << harness.output_caps();
}

TEST(View, NothingAtAllAndWhatIsNoNumberAreShownToo) {
  SpectrumHarness harness("fftview", {}, kGrey);
  harness.set_caps(grey_info());
  std::vector<float> bins(size_bytes(grey_info().layout) / 4, 0.0F);
  const auto view = [&] {
    return harness.push_for_picture(gst_buffer_new_memdup(bins.data(), bins.size() * 4)).planes[0];
  };
  EXPECT_EQ(view().at(24, 32, 0), 0);
  bins.assign(bins.size(), std::nanf(""));
  EXPECT_EQ(view().at(24, 32, 0), 255);
  harness.set("show", "phase");
  EXPECT_EQ(view().at(24, 32, 0), 128);
}

}  // namespace
}  // namespace fftcore::test::view_test
