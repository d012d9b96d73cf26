// SPDX-License-Identifier: LGPL-2.1-or-later
// fftinverse gives back the frames that spectra were made of: formats, places, gains.
#include <gst/controller/gstdirectcontrolbinding.h>
#include <gst/controller/gstinterpolationcontrolsource.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "spectrum_harness.h"

namespace fftcore::test::inverse_test {
namespace {

using gst::SpectrumInfo;

constexpr Size kSize = {61, 47};  // odd: chroma planes are rounded up
constexpr Extent kPoints = {50, 64};
constexpr auto kGrey = GST_VIDEO_FORMAT_GRAY8;

// The frame that the spectrum of `picture` comes back as, between `info` and what follows.
Picture through(const Picture& picture, const SpectrumInfo& info, const char* output_caps = nullptr,
                bool has_frame = true) {
  SpectrumHarness harness("fftinverse", {{"backend", "cpu"}}, output_caps);
  harness.set_caps(info);
  const Owned<GstBuffer> frame(buffer_of(picture));
  return harness.push_for_picture(
      spectrum_buffer(picture, info, 0, has_frame ? frame.get() : nullptr));
}

TEST(Inverse, GivesBackTheFrameInEveryFormat) {
  for (const GstVideoFormat format : all_formats()) {
    for (const Transformed transformed : {Transformed::rows, Transformed::rows_and_columns}) {
      SCOPED_TRACE(testing::Message()
                   << gst_video_format_to_string(format) << " " << to_string(transformed));
      const Picture input = random_picture(format, kSize);
      const Picture output = through(input, spectrum_of_video(format, kSize, kPoints, transformed));
      ASSERT_EQ(output.format, format);
      EXPECT_EQ(largest_difference(output, input), 0);
    }
  }
}

TEST(Inverse, MakesNoColourAndNothingTransparentWithoutAFrame) {
  for (const GstVideoFormat format : all_formats()) {
    SCOPED_TRACE(gst_video_format_to_string(format));
    Picture expected = random_picture(format, kSize);
    const Picture output =
        through(expected, spectrum_of_video(format, kSize, kPoints), nullptr, false);
    for (std::size_t p = 1; p < expected.planes.size(); ++p)
      std::ranges::fill(expected.planes[p].samples,
                        expected.planes[p].is_alpha ? expected.white : expected.no_colour);
    if (expected.untouched_channel >= 0)
      for (std::size_t i = static_cast<std::size_t>(expected.untouched_channel);
           i < expected.planes[0].samples.size(); i += 4)
        expected.planes[0].samples[i] = expected.white;
    EXPECT_EQ(largest_difference(output, expected), 0);
  }
}

TEST(Inverse, TakesNothingFromAFrameOfAnotherKind) {
  const Picture input = random_picture(GST_VIDEO_FORMAT_NV12, kSize);
  const SpectrumInfo info = spectrum_of_video(GST_VIDEO_FORMAT_NV12, kSize, kPoints);
  const Picture output = through(input, info, "video/x-raw,format=I420");
  EXPECT_EQ(output.planes[0].samples, input.planes[0].samples);
  EXPECT_EQ(std::ranges::count(output.planes[1].samples, 128),
            std::ssize(output.planes[1].samples));
}

TEST(Inverse, MakesOtherFormatsWithAsManyFilteredChannels) {
  for (const char* from : {"GRAY8", "NV12", "UYVY"}) {
    for (const char* to :
         {"GRAY8", "GRAY16_LE", "NV12", "I420", "Y444", "YUY2", "VUYA", "P016_LE"}) {
      SCOPED_TRACE(testing::Message() << from << " " << to);
      const GstVideoFormat format = gst_video_format_from_string(from);
      const Picture input = random_picture(format, kSize);
      const Picture output = through(input, spectrum_of_video(format, kSize, kPoints),
                                     (std::string("video/x-raw,format=") + to).c_str());
      EXPECT_STREQ(gst_video_format_to_string(output.format), to);
      for (int x = 0; x < kSize.width; ++x)
        EXPECT_EQ(output.planes[0].at(5, x, 0), input.planes[0].at(5, x, 0) * output.level);
    }
  }
}

TEST(Inverse, SixteenBitsBecomeEight) {
  const Picture input = random_picture(GST_VIDEO_FORMAT_GRAY16_LE, kSize);
  const Picture output =
      through(input, spectrum_of_video(GST_VIDEO_FORMAT_GRAY16_LE, kSize, kPoints),
              "video/x-raw,format=NV12");
  for (int x = 0; x < kSize.width; ++x)
    EXPECT_NEAR(output.planes[0].at(9, x, 0), input.planes[0].at(9, x, 0) / 257.0, 0.501);
}

TEST(Inverse, ColoursFindTheirPlaces) {
  constexpr std::array kFormats = {"RGB", "BGR", "RGBA", "xBGR", "BGRx", "GBR", "GBRA"};
  for (const char* from : kFormats) {
    for (const char* to : kFormats) {
      SCOPED_TRACE(testing::Message() << from << " " << to);
      const GstVideoFormat format = gst_video_format_from_string(from);
      const Picture input = random_picture(format, kSize);
      const Picture output = through(input, spectrum_of_video(format, kSize, kPoints),
                                     (std::string("video/x-raw,format=") + to).c_str());
      ASSERT_STREQ(gst_video_format_to_string(output.format), to);
      for (int x = 0; x < kSize.width; ++x) {
        for (const char colour : {'R', 'G', 'B'})
          EXPECT_EQ(output.planes[0].at(8, x, output.planes[0].channel_of(colour)),
                    input.planes[0].at(8, x, input.planes[0].channel_of(colour)));
        if (output.planes[0].channels == 4 && from != to) {
          EXPECT_EQ(output.planes[0].at(8, x, output.untouched_channel), 255);
        }
      }
    }
  }
}

TEST(Inverse, CutsOutWhereTheCapsSay) {
  const Picture input = random_picture(kGrey, kSize);
  const SpectrumInfo whole = spectrum_of_video(kGrey, kSize, kPoints);
  SpectrumInfo part = whole;
  part.x = 7;
  part.y = 4;
  part.width = 20;
  part.height = 31;
  SpectrumHarness harness("fftinverse");
  harness.set_caps(part);
  const Picture output = harness.push_for_picture(spectrum_buffer(input, whole));
  ASSERT_EQ(output.planes[0].rows, 31);
  for (int y = 0; y < 31; ++y)
    for (int x = 0; x < 20; ++x)
      EXPECT_EQ(output.planes[0].at(y, x, 0), input.planes[0].at(y + 4, x + 7, 0)) << y << "," << x;
}

TEST(Inverse, GoesRoundTheEndsOfTheField) {
  constexpr Size kWhole = {64, 50};
  const Picture input = random_picture(GST_VIDEO_FORMAT_RGB, kWhole);
  SpectrumInfo info = spectrum_of_video(GST_VIDEO_FORMAT_RGB, kWhole, kPoints);
  SpectrumHarness harness("fftinverse");
  GstBuffer* const spectrum = spectrum_buffer(input, info);
  info.x = 60;
  info.y = 33;
  harness.set_caps(info);
  const Picture output = harness.push_for_picture(spectrum);
  for (int y = 0; y < 50; ++y)
    for (int x = 0; x < 64; ++x)
      EXPECT_EQ(output.planes[0].at(y, x, 1), input.planes[0].at((y + 33) % 50, (x + 60) % 64, 1))
          << y << "," << x;
}

TEST(Inverse, PassesOverTheBorder) {
  for (const Transformed transformed : {Transformed::rows, Transformed::rows_and_columns}) {
    SpectrumInfo info = spectrum_of_video(kGrey, kSize, {60, 80}, transformed);
    info.border = {3, 0, 5, 2};
    info.x = 3;
    info.y = 5;
    if (transformed == Transformed::rows) info.layout.stored_rows = 5 + 47 + 2;
    const Picture input = random_picture(kGrey, kSize);
    EXPECT_EQ(largest_difference(through(input, info), input), 0) << to_string(transformed);
  }
}

TEST(Inverse, TakesNormalizedAndHalfPrecision) {
  for (const SampleType type : {SampleType::f32, SampleType::f16}) {
    SpectrumInfo info = spectrum_of_video(GST_VIDEO_FORMAT_BGRx, kSize, kPoints);
    info.layout.type = type;
    info.layout.normalized = true;
    const Picture input = random_picture(GST_VIDEO_FORMAT_BGRx, kSize);
    EXPECT_LE(largest_difference(through(input, info), input), type == SampleType::f16 ? 1 : 0)
        << to_string(type);
  }
}

TEST(Inverse, AppliesGainAndOffsetAndClamps) {
  for (const GstVideoFormat format : {kGrey, GST_VIDEO_FORMAT_GRAY16_LE}) {
    const Picture input = random_picture(format, kSize);
    const SpectrumInfo info = spectrum_of_video(format, kSize, kPoints);
    const int unit = input.white / 255;
    SpectrumHarness harness("fftinverse", {{"gain", "-2"}, {"offset", "300"}});
    harness.set_caps(info);
    const auto expect = [&](double gain, double offset) {
      const Picture output = harness.push_for_picture(spectrum_buffer(input, info));
      for (int x = 0; x < kSize.width; ++x)
        EXPECT_NEAR(
            output.planes[0].at(3, x, 0),
            std::clamp<double>(gain * input.planes[0].at(3, x, 0) + offset * unit, 0, input.white),
            1)
            << gain << " " << offset;
    };
    expect(-2, 300);
    harness.set("gain", "0.5");
    expect(0.5, 300);
    harness.set("offset", "-20");
    expect(0.5, -20);
  }
}

TEST(Inverse, GainFollowsAController) {
  const Picture input = random_picture(kGrey, kSize);
  const SpectrumInfo info = spectrum_of_video(kGrey, kSize, kPoints);
  SpectrumHarness harness("fftinverse");
  GstControlSource* const source = gst_interpolation_control_source_new();
  gst_timed_value_control_source_set(GST_TIMED_VALUE_CONTROL_SOURCE(source), 0, 1);
  gst_timed_value_control_source_set(GST_TIMED_VALUE_CONTROL_SOURCE(source), GST_SECOND / 25, 0);
  gst_object_add_control_binding(
      GST_OBJECT(harness.element()),
      gst_direct_control_binding_new_absolute(GST_OBJECT(harness.element()), "gain", source));
  harness.set_caps(info);
  EXPECT_EQ(largest_difference(harness.push_for_picture(spectrum_buffer(input, info, 0)), input),
            0);
  const Picture second = harness.push_for_picture(spectrum_buffer(input, info, 1));
  EXPECT_EQ(std::ranges::count(second.planes[0].samples, 0), std::ssize(second.planes[0].samples));
  gst_object_unref(source);
}

}  // namespace
}  // namespace fftcore::test::inverse_test
