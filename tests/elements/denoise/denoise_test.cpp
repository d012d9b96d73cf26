// SPDX-License-Identifier: LGPL-2.1-or-later
// What fftdenoise makes of frames: what the library makes of their planes, in every format.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "denoise_harness.h"

namespace fftcore::test {
namespace {

constexpr GstVideoFormat kGrey = GST_VIDEO_FORMAT_GRAY8;
constexpr Size kSize = {67, 41};

std::vector<Picture> random_frames(int count) {
  std::vector<Picture> frames;
  for (int i = 0; i < count; ++i)
    frames.push_back(random_picture(kGrey, kSize, static_cast<unsigned>(i + 1)));
  return frames;
}

std::string grey_text(const std::string& rest) {
  return fmt::format("denoise u8 {}x{} {}", kSize.height, kSize.width, rest);
}

/// Frame 3 of 7, so that all its neighbours are there.
void expect_as_library(const std::string& text, const FilterHarness::Properties& properties) {
  const Denoise denoise = parse_denoise(grey_text(text));
  const auto frames = random_frames(7);
  DenoiseHarness harness(kGrey, kSize, properties);
  for (int i = 0; i < 7; ++i) harness.give(frames[static_cast<std::size_t>(i)], i);
  harness.event(gst_event_new_eos());
  const auto got = harness.take();
  ASSERT_EQ(got.size(), 7U) << text;
  const auto around =
      std::span(frames).subspan(static_cast<std::size_t>(3 - denoise.before),
                                static_cast<std::size_t>(denoise.before + 1 + denoise.after));
  EXPECT_EQ(got[3].picture.planes[0].samples, denoised_by_library(denoise, around)) << text;
  EXPECT_NE(got[3].picture.planes[0].samples, frames[3].planes[0].samples) << text;
}

class EveryFormat : public testing::TestWithParam<GstVideoFormat> {};

}  // namespace

TEST(Denoise, DoesWhatItsPropertiesSay) {
  expect_as_library("b16 step4 before=1 firm sigma=4", {{"sigma", "4"}});
  expect_as_library("b16 step4 before=1 wiener sigma=40 strength=0.5",
                    {{"kind", "wiener"}, {"sigma", "40"}, {"strength", "0.5"}});
  expect_as_library("b16 step4 before=1 firm sigma=60 sigma-is-threshold",
                    {{"sigma", "60"}, {"sigma-is-threshold", "true"}});
  expect_as_library("b16 step4 sigma=90", {{"before", "0"}, {"sigma", "90"}});
  expect_as_library("b8 step1 before=3 after=2 hard sigma=60", {{"before", "3"},
                                                                {"after", "2"},
                                                                {"kind", "hard"},
                                                                {"sigma", "60"},
                                                                {"block", "8"},
                                                                {"step", "1"}});
  expect_as_library(
      "b32 step16 before=1 after=1 temporal-window=hann window=kaiser wiener sigma=60 beta=2 "
      "floor=0.1",
      {{"radius", "1"},
       {"kind", "wiener"},
       {"window", "kaiser"},
       {"temporal-window", "hann"},
       {"sigma", "60"},
       {"beta", "2"},
       {"floor", "0.1"},
       {"block", "32"},
       {"step", "16"}});
  expect_as_library(
      "b16 step4 keep-mean band gain=1.5 gain-outside=0.5 power-min=2000 power-max=9000",
      {{"before", "0"},
       {"kind", "band"},
       {"gain", "1.5"},
       {"gain-outside", "0.5"},
       {"power-min", "2000"},
       {"power-max", "9000"},
       {"zero-mean", "false"}});
  expect_as_library("b16 step4 curve=0:100,0.3:8000",
                    {{"before", "0"}, {"curve", "0:100,0.3:8000"}});
  expect_as_library(
      "b16 step4 sigma=4 sharpen=0.5 dehalo=2 sharpen-cutoff=0.25 sharpen-min=9 "
      "sharpen-max=200 halo-radius=1.5 halo-threshold=25 vertical-ratio=0.5",
      {{"before", "0"},
       {"sigma", "4"},
       {"sharpen", "0.5"},
       {"dehalo", "2"},
       {"sharpen-cutoff", "0.25"},
       {"sharpen-min", "9"},
       {"sharpen-max", "200"},
       {"halo-radius", "1.5"},
       {"halo-threshold", "25"},
       {"vertical-ratio", "0.5"}});
}

TEST_P(EveryFormat, ComesBackWithoutNoise) {
  for (const Size size : {kSize, Size{1, 1}, Size{2, 40}}) {
    DenoiseHarness harness(GetParam(), size, {{"sigma", "0"}, {"radius", "1"}});
    std::vector<Picture> frames;
    for (int i = 0; i < 4; ++i) {
      frames.push_back(random_picture(GetParam(), size, static_cast<unsigned>(i)));
      harness.give(frames.back(), i);
    }
    harness.event(gst_event_new_eos());
    const auto got = harness.take();
    ASSERT_EQ(got.size(), 4U);
    for (std::size_t i = 0; i < 4; ++i)
      EXPECT_EQ(largest_difference(got[i].picture, frames[i]), 0) << "frame " << i;
    EXPECT_TRUE(harness.errors().empty());
  }
}

TEST_P(EveryFormat, IsDenoisedInThePlanesAskedFor) {
  for (const bool all : {false, true}) {
    DenoiseHarness harness(GetParam(), kSize,
                           {{"sigma", "60"}, {"before", "0"}, {"planes", all ? "all" : "luma"}});
    const Picture picture = random_picture(GetParam(), kSize);
    harness.give(picture, 0);
    const auto got = harness.take();
    ASSERT_EQ(got.size(), 1U);
    for (std::size_t p = 0; p < picture.planes.size(); ++p) {
      const Plane &before = picture.planes[p], &after = got[0].picture.planes[p];
      if (before.is_alpha || (before.is_chroma && !all))
        EXPECT_EQ(before.samples, after.samples) << "plane " << p;
      else
        EXPECT_NE(before.samples, after.samples) << "plane " << p;
      // Alpha beside colours is untouched.
      for (int i = 0;
           !before.is_chroma && picture.untouched_channel >= 0 && i < before.rows * before.columns;
           ++i) {
        const int at = i * before.channels + picture.untouched_channel;
        ASSERT_EQ(before.samples[static_cast<std::size_t>(at)],
                  after.samples[static_cast<std::size_t>(at)]);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Denoise, EveryFormat, testing::ValuesIn(all_formats()),
                         [](const auto& test) {
                           return std::string(gst_video_format_to_string(test.param));
                         });

TEST(Denoise, ChromaMayHaveANoiseOfItsOwn) {
  const Picture picture = random_picture(GST_VIDEO_FORMAT_Y444, kSize);
  DenoiseHarness harness(GST_VIDEO_FORMAT_Y444, kSize,
                         {{"sigma", "60"}, {"chroma-sigma", "0"}, {"before", "0"}});
  harness.give(picture, 0);
  const auto got = harness.take();
  ASSERT_EQ(got.size(), 1U);
  EXPECT_NE(got[0].picture.planes[0].samples, picture.planes[0].samples);
  for (std::size_t p = 1; p < picture.planes.size(); ++p)
    EXPECT_EQ(got[0].picture.planes[p].samples, picture.planes[p].samples);
}

TEST(Denoise, ChromaMayHaveACurveOfItsOwn) {
  const Picture picture = random_picture(GST_VIDEO_FORMAT_Y444, kSize);
  const auto denoised = [&](const std::string& luma, const std::string& chroma,
                            const std::string& chroma_sigma) {
    DenoiseHarness harness(GST_VIDEO_FORMAT_Y444, kSize,
                           {{"before", "0"},
                            {"curve", luma},
                            {"chroma-curve", chroma},
                            {"chroma-sigma", chroma_sigma}});
    harness.give(picture, 0);
    auto got = harness.take();
    EXPECT_EQ(got.size(), 1U);
    std::vector<std::vector<int>> planes;
    for (const Plane& plane : got.at(0).picture.planes) planes.push_back(plane.samples);
    return planes;
  };
  const std::string strong = "0:9000,0.5:5000", weak = "0:100,0.5:4000";
  const auto both = denoised(strong, "", "-1"), own = denoised(strong, weak, "-1"),
             other = denoised(weak, "", "-1");
  EXPECT_EQ(own[0], both[0]);
  EXPECT_EQ(own[1], other[1]);
  EXPECT_EQ(own[2], other[2]);
  EXPECT_NE(own[1], both[1]) << "without its own, chroma has the curve of brightness";
  EXPECT_EQ(denoised(strong, weak, "0"), own) << "a curve takes the place of a sigma";
  const auto untouched = denoised(strong, "", "0");
  EXPECT_EQ(untouched[0], both[0]);
  EXPECT_EQ(untouched[1], picture.planes[1].samples) << "and a sigma of the other's curve";
}

TEST(Denoise, SharpeningBeginsAndEndsWhileItPlays) {
  const Picture picture = random_picture(kGrey, kSize);
  const std::vector<Picture> frames = {picture};
  const auto sharp = denoised_by_library(
                 parse_denoise(grey_text("b16 step4 sigma=0 sharpen=0.5 sharpen-max=200")), frames),
             sharper = denoised_by_library(
                 parse_denoise(grey_text("b16 step4 sigma=0 sharpen=1 sharpen-max=200")), frames);
  DenoiseHarness harness(kGrey, kSize, {{"sigma", "0"}, {"before", "0"}, {"sharpen-max", "200"}});
  int count = 0;
  // A background thread makes what sharpens; frames are as before meanwhile.
  const auto expect_at_last = [&](const std::vector<int>& wanted, const std::vector<int>& before) {
    for (int i = 0; i < 20000; ++i) {
      harness.give(picture, count++);
      const auto got = harness.take();
      ASSERT_EQ(got.size(), 1U);
      const std::vector<int>& samples = got[0].picture.planes[0].samples;
      if (samples == wanted) return;
      ASSERT_EQ(samples, before);
      g_usleep(1000);
    }
    FAIL() << "nothing came of it";
  };
  const std::vector<int>& plain = picture.planes[0].samples;
  expect_at_last(plain, plain);
  harness.set("sharpen", "0.5");
  expect_at_last(sharp, plain);
  harness.set("sharpen", "1");
  harness.give(picture, count++);
  EXPECT_EQ(harness.take().at(0).picture.planes[0].samples, sharper) << "at once";
  harness.set("sharpen", "0");
  harness.give(picture, count++);
  EXPECT_EQ(harness.take().at(0).picture.planes[0].samples, plain) << "at once";
}

TEST(Denoise, WrongValuesAreWarningsAndWhatWorkedServesOn) {
  DenoiseHarness harness(kGrey, kSize, {{"sigma", "0"}, {"before", "0"}});
  const auto frames = random_frames(5);
  harness.give(frames[0], 0);
  harness.set("curve", "0.3:1,0.1:2");
  harness.give(frames[1], 1);
  auto warnings = harness.warnings();
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_NE(warnings[0].text.find("ascend"), std::string::npos) << warnings[0].text;
  harness.set_together({{"curve", ""}, {"chroma-curve", "1"}});
  harness.give(frames[2], 2);
  warnings = harness.warnings();
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_NE(warnings[0].text.find("FREQUENCY:POWER"), std::string::npos) << warnings[0].text;
  harness.set_together({{"chroma-curve", ""}, {"power-min", "10"}, {"power-max", "5"}});
  harness.give(frames[3], 3);
  warnings = harness.warnings();
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_NE(warnings[0].text.find("power_min"), std::string::npos) << warnings[0].text;
  harness.set_together({{"power-min", "0"}, {"power-max", "500"}, {"step", "3"}});
  harness.give(frames[4], 4);
  warnings = harness.warnings();
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_NE(warnings[0].text.find("step is 3"), std::string::npos) << warnings[0].text;
  const auto got = harness.take();
  ASSERT_EQ(got.size(), 5U);
  for (std::size_t i = 0; i < 5; ++i)
    EXPECT_EQ(largest_difference(got[i].picture, frames[i]), 0) << "frame " << i;
}

}  // namespace fftcore::test
