// SPDX-License-Identifier: LGPL-2.1-or-later
// What fftdenoise measures of frames' noise, when it does, and what it says and does then.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <optional>
#include <string_view>

#include "denoise_harness.h"
#include "fftdenoise/noise_follower.h"

namespace fftcore::test::denoise_noise_test {
namespace {

using gst::denoise::Noise;
using gst::denoise::NoiseFollower;

constexpr GstVideoFormat kGrey = GST_VIDEO_FORMAT_GRAY8;
constexpr Size kSize = {67, 41}, kLarge = {320, 240};
constexpr GstClockTime kFrame = 40 * GST_MSECOND;

/// How far samples of Y, U and V, or of R, G and B, reach in 8-bit levels: noise that is even has a
/// standard deviation of that over the root of 12.
constexpr std::array kSpreads = {120, 48, 12};

/// Where Noise has a channel's, or none.
std::optional<std::size_t> component_of(char letter) {
  for (const std::string_view letters : {"YUV", "RGB"})
    if (const auto at = letters.find(letter); at != std::string_view::npos) return at;
  return std::nullopt;
}

/// Noise around the middle, as strong as kSpreads says; alpha and padding are anything.
Picture noisy_picture(GstVideoFormat format, Size size, unsigned seed) {
  Picture picture = random_picture(format, size, seed);
  for (Plane& plane : picture.planes)
    for (std::size_t i = 0; i < plane.samples.size(); ++i) {
      const auto channel = i % static_cast<std::size_t>(plane.channels);
      const auto component = component_of(plane.in_memory[channel].letter);
      if (component)
        plane.samples[i] = static_cast<int>(
            std::lround(picture.white / 2.0 + (1.0 * plane.samples[i] / picture.white - 0.5) *
                                                  kSpreads[*component] * picture.white / 255));
    }
  return picture;
}

/// The samples of one channel.
std::vector<int> channel_of(const Plane& plane, std::size_t channel) {
  std::vector<int> samples;
  for (std::size_t i = channel; i < plane.samples.size();
       i += static_cast<std::size_t>(plane.channels))
    samples.push_back(plane.samples[i]);
  return samples;
}

/// What the library makes of one channel.
std::vector<int> denoised_alone(const Plane& plane, std::size_t channel, double sigma) {
  Picture picture;
  picture.planes.emplace_back().samples = channel_of(plane, channel);
  return denoised_by_library(parse_denoise(fmt::format("denoise u8 {}x{} b16 step4 sigma={}",
                                                       plane.rows, plane.columns, sigma)),
                             {&picture, 1});
}

double deviation(const std::vector<int>& samples) {
  double sum = 0, squares = 0;
  for (const int sample : samples) {
    sum += sample;
    squares += static_cast<double>(sample) * sample;
  }
  const auto count = static_cast<double>(samples.size());
  return std::sqrt(squares / count - sum / count * (sum / count));
}

struct Said {
  Noise sigmas{};
  double sigma = 0, chroma_sigma = 0;
  guint64 timestamp = 0;
};

/// What has been said since the last call.
std::vector<Said> messages(const DenoiseHarness& harness) {
  std::vector<Said> all;
  while (
      const Owned<GstMessage> message{gst_bus_pop_filtered(harness.bus(), GST_MESSAGE_ELEMENT)}) {
    const GstStructure* const structure = gst_message_get_structure(message.get());
    EXPECT_STREQ(gst_structure_get_name(structure), "fftdenoise");
    Said& said = all.emplace_back();
    EXPECT_TRUE(gst_structure_get(structure, "sigma", G_TYPE_DOUBLE, &said.sigma, "chroma-sigma",
                                  G_TYPE_DOUBLE, &said.chroma_sigma, "timestamp", G_TYPE_UINT64,
                                  &said.timestamp, nullptr));
    const GValue* const sigmas = gst_structure_get_value(structure, "sigmas");
    EXPECT_EQ(gst_value_array_get_size(sigmas), said.sigmas.size());
    for (guint i = 0; i < said.sigmas.size(); ++i)
      said.sigmas[i] = g_value_get_double(gst_value_array_get_value(sigmas, i));
  }
  return all;
}

/// How much frames of noise differ once they are denoised, of brightness and of chroma.
std::pair<bool, bool> changes(const FilterHarness::Properties& properties) {
  const Picture picture = random_picture(GST_VIDEO_FORMAT_Y444, kSize);
  DenoiseHarness harness(GST_VIDEO_FORMAT_Y444, kSize, properties);
  harness.give(picture, 0);
  const auto planes = harness.take().at(0).picture.planes;
  return {planes[0].samples != picture.planes[0].samples,
          planes[1].samples != picture.planes[1].samples};
}

class NoiseOfFormat : public testing::TestWithParam<GstVideoFormat> {};

}  // namespace

TEST_P(NoiseOfFormat, IsMeasuredAndTakenOutOfEachComponentByItself) {
  const Picture picture = noisy_picture(GetParam(), kLarge, 1);
  DenoiseHarness harness(GetParam(), kLarge, {{"before", "0"}, {"post-messages", "true"}});
  harness.give(picture, 0);
  const auto got = harness.take();
  ASSERT_EQ(got.size(), 1U);
  const auto said = messages(harness);
  ASSERT_EQ(said.size(), 1U);
  for (std::size_t p = 0; p < picture.planes.size(); ++p) {
    const Plane &before = picture.planes[p], &after = got[0].picture.planes[p];
    for (std::size_t c = 0; c < before.in_memory.size(); ++c) {
      SCOPED_TRACE(before.in_memory[c].letter);
      const std::vector<int> in = channel_of(before, c), out = channel_of(after, c);
      const auto component = component_of(before.in_memory[c].letter);
      if (!component) {
        EXPECT_EQ(in, out);
        continue;
      }
      const double sigma = kSpreads[*component] / std::sqrt(12.0);
      EXPECT_NEAR(said[0].sigmas[*component], sigma, 0.08 * sigma);
      EXPECT_LT(deviation(out), 0.3 * deviation(in));
      if (picture.white != 255) continue;
      EXPECT_EQ(out, denoised_alone(before, c, said[0].sigmas[*component]));
    }
  }
  const auto& [first, second, third] = said[0].sigmas;
  const bool are_colours = component_of('R') && picture.planes[0].channel_of('R') >= 0;
  EXPECT_DOUBLE_EQ(said[0].sigma, are_colours ? (first + second + third) / 3 : first);
  EXPECT_DOUBLE_EQ(said[0].chroma_sigma, are_colours ? 0 : (second + third) / 2);
}

INSTANTIATE_TEST_SUITE_P(Denoise, NoiseOfFormat, testing::ValuesIn(all_formats()),
                         [](const auto& test) {
                           return std::string(gst_video_format_to_string(test.param));
                         });

TEST(DenoiseNoise, OfColoursIsGivenToAllOfThem) {
  const Picture picture = noisy_picture(GST_VIDEO_FORMAT_RGB, kSize, 1);
  const auto denoised = [&](const std::string& sigma) {
    DenoiseHarness harness(GST_VIDEO_FORMAT_RGB, kSize, {{"before", "0"}, {"sigma", sigma}});
    harness.give(picture, 0);
    return harness.take().at(0).picture.planes[0];
  };
  const Plane after = denoised("20");
  for (std::size_t c = 0; c < 3; ++c)
    EXPECT_EQ(channel_of(after, c), denoised_alone(picture.planes[0], c, 20));
}

// From one to several channels together and back, while it plays.
TEST(DenoiseNoise, MayBeGivenAndMeasuredInTurns) {
  const Picture picture = noisy_picture(GST_VIDEO_FORMAT_NV12, kLarge, 1);
  const auto alone = [&](const std::string& sigma) {
    DenoiseHarness harness(GST_VIDEO_FORMAT_NV12, kLarge, {{"before", "0"}, {"sigma", sigma}});
    harness.give(picture, 0);
    return harness.take().at(0).picture;
  };
  DenoiseHarness harness(GST_VIDEO_FORMAT_NV12, kLarge, {{"before", "0"}});
  int index = 0;
  const auto expect_at_last = [&](const Picture& wanted) {
    for (int i = 0; i < 20000; ++i) {
      harness.give(picture, index++);
      const auto got = harness.take();
      ASSERT_EQ(got.size(), 1U);
      if (largest_difference(got[0].picture, wanted) == 0) return;
      g_usleep(1000);
    }
    FAIL() << "nothing came of it";
  };
  for (const std::string sigma : {"-1", "9", "-1"}) {
    harness.set("sigma", sigma);
    expect_at_last(alone(sigma));
  }
  EXPECT_TRUE(harness.errors().empty());
}

TEST(DenoiseNoise, IsSaidAtEachMeasurement) {
  DenoiseHarness harness(kGrey, kLarge, {{"post-messages", "true"}, {"before", "0"}});
  std::vector<Denoised> got;
  for (int i = 0; i < 76; ++i) {
    harness.give(noisy_picture(kGrey, kLarge, static_cast<unsigned>(i % 3 + 1)), i);
    got = harness.take();
  }
  const auto said = messages(harness);
  ASSERT_EQ(said.size(), 3U) << "of the first frame, and of those after 1 and 3 seconds";
  const double sigma = kSpreads[0] / std::sqrt(12.0);
  for (std::size_t i = 0; i < said.size(); ++i) {
    EXPECT_NEAR(said[i].sigma, sigma, 0.05 * sigma);
    EXPECT_EQ(said[i].sigmas, (Noise{said[i].sigma, 0, 0}));
    EXPECT_EQ(said[i].timestamp, (std::array{0, 25, 75}[i]) * kFrame);
  }
  ASSERT_EQ(got.size(), 1U);
  EXPECT_LT(deviation(got[0].picture.planes[0].samples), 5) << "of 35";
}

TEST(NoiseFollower, MeasuresSeldomWhereNoiseStays) {
  for (const bool is_known : {true, false}) {
    NoiseFollower follower;
    std::vector<int> measured;
    for (int i = 0; i <= 1500; ++i)
      if (follower.is_due(is_known ? static_cast<GstClockTime>(i) * kFrame : GST_CLOCK_TIME_NONE,
                          kFrame)) {
        measured.push_back(i / 25);
        follower.follow({10 + 0.5 * (i % 2), 3, 0});
      }
    EXPECT_EQ(measured,
              (std::vector{0, 1, 3, 7, 11, 15, 19, 23, 27, 31, 35, 39, 43, 47, 51, 55, 59}));
    EXPECT_NEAR(follower.noise()[0], 10.25, 0.25);
  }
}

TEST(NoiseFollower, FollowsAChangeEachSecond) {
  for (const std::size_t component : {0U, 1U, 2U}) {
    NoiseFollower follower;
    int second = 0;
    Noise noise{8, 4, 0};
    const auto next = [&] {
      while (!follower.is_due(static_cast<GstClockTime>(second) * GST_SECOND, kFrame)) ++second;
      follower.follow(noise);
      return second++;
    };
    for (int i = 0; i < 5; ++i) next();
    const double before = noise[component];
    noise[component] += 8;
    const int found = next();
    EXPECT_DOUBLE_EQ(follower.noise()[component], before + 4);
    EXPECT_EQ(next(), found + 1);
    EXPECT_DOUBLE_EQ(follower.noise()[component], before + 6);
    EXPECT_EQ(next(), found + 2);
  }
}

TEST(NoiseFollower, BeginsAnew) {
  NoiseFollower follower;
  EXPECT_EQ(follower.noise(), Noise{});
  EXPECT_TRUE(follower.is_due(5 * GST_SECOND, kFrame));
  follower.follow({8, 4, 2});
  EXPECT_FALSE(follower.is_due(0, kFrame)) << "time that goes back is a frame's";
  EXPECT_TRUE(follower.is_due(9 * GST_SECOND, kFrame)) << "a jump is as long as it is";
  follower.restart();
  EXPECT_TRUE(follower.is_due(9 * GST_SECOND, kFrame));
  follower.follow({1, 1, 1});
  EXPECT_EQ(follower.noise(), (Noise{1, 1, 1}));
}

TEST(DenoiseNoise, MeasuresWhatItIsNotTold) {
  using Changes = std::pair<bool, bool>;
  EXPECT_EQ(changes({}), Changes(true, true));
  EXPECT_EQ(changes({{"chroma-sigma", "0"}}), Changes(true, false));
  EXPECT_EQ(changes({{"sigma", "0"}}), Changes(false, false));
  EXPECT_EQ(changes({{"sigma", "0"}, {"chroma-sigma", "60"}}), Changes(false, true));
  EXPECT_EQ(changes({{"sigma", "0"}, {"chroma-sigma", "0"}, {"auto-noise", "true"}}),
            Changes(true, true));
  EXPECT_EQ(changes({{"curve", "0:0"}}), Changes(false, false)) << "a curve is no noise to measure";
}

}  // namespace fftcore::test::denoise_noise_test
