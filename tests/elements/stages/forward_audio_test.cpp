// SPDX-License-Identifier: LGPL-2.1-or-later
// fftforward on audio: blocks that overlap, their times, and what happens where the samples end.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "fftforward/audio_blocks.h"
#include "forward_harness.h"

namespace fftcore::test::forward_audio_test {
namespace {

constexpr int kRate = 8000;
constexpr double kF32 = 1e-6;

std::vector<float> noise(int samples, int channels) {
  std::mt19937 random(7);
  std::vector<float> values(static_cast<std::size_t>(samples * channels));
  for (float& value : values) value = static_cast<float>(random() % 2001) / 1000.0F - 1.0F;
  return values;
}

std::vector<float> part(const std::vector<float>& samples, int channels, int first, int count) {
  return {samples.begin() + first * channels, samples.begin() + (first + count) * channels};
}

// A block whose samples end at `end`, zeros where there are none.
void expect_block(const Spectrum& spectrum, const std::vector<float>& samples, int end) {
  const auto channels = spectrum.info.layout.channels;
  const auto first = end - spectrum.info.layout.points.columns;
  const Spectrum expected =
      direct_spectrum(spectrum.info, [&](std::int64_t c, std::int64_t, std::int64_t x) {
        const std::int64_t at = (first + x) * channels + c;
        return at < 0 || at >= static_cast<std::int64_t>(samples.size())
                   ? 0.0
                   : static_cast<double>(samples[static_cast<std::size_t>(at)]);
      });
  EXPECT_LT(distance(spectrum, expected), kF32);
}

TEST(ForwardAudio, HasBlocksThatOverlap) {
  constexpr int kChannels = 2;
  const std::vector<float> samples = noise(500, kChannels);
  ForwardHarness harness({{"block-size", "64"}, {"hop", "48"}}, "");
  harness.set_audio(kRate, kChannels);
  int sent = 0;
  int blocks = 0;
  for (const int count : {1, 46, 2, 200, 251}) {
    ASSERT_EQ(harness.push_samples(part(samples, kChannels, sent, count), kRate, kChannels,
                                   static_cast<std::uint64_t>(sent)),
              GST_FLOW_OK);
    sent += count;
    while (const Owned<GstBuffer> output = harness.pull()) {
      ++blocks;
      const Spectrum spectrum = harness.read(output.get());
      EXPECT_EQ(spectrum.info.layout.points, (Extent{1, 64}));
      EXPECT_EQ(spectrum.info.layout.transformed, Transformed::rows_and_columns);
      EXPECT_EQ(spectrum.info.layout.channels, kChannels);
      EXPECT_EQ(spectrum.info.border, (Border{16, 0, 0, 0}));
      EXPECT_EQ(spectrum.info.x, 16);
      EXPECT_EQ(spectrum.info.width, 48);
      EXPECT_EQ(spectrum.info.rate, kRate);
      expect_block(spectrum, samples, blocks * 48);
      EXPECT_EQ(
          GST_BUFFER_PTS(output.get()),
          gst_util_uint64_scale_int(static_cast<guint64>(blocks - 1) * 48, GST_SECOND, kRate));
      EXPECT_EQ(GST_BUFFER_DURATION(output.get()),
                gst_util_uint64_scale_int(48, GST_SECOND, kRate));
      EXPECT_EQ(GST_BUFFER_OFFSET(output.get()), static_cast<guint64>(blocks - 1) * 48);
    }
    EXPECT_EQ(blocks, sent / 48);
  }
}

TEST(ForwardAudio, ChoosesBlocksByTheOverlapAskedFor) {
  const auto shape = [](const FilterHarness::Properties& properties, const std::string& wanted) {
    ForwardHarness harness(properties, wanted);
    harness.set_audio(kRate, 1);
    EXPECT_EQ(harness.push_samples(std::vector<float>(10), kRate, 1, 0), GST_FLOW_OK);
    const gst::SpectrumInfo info = harness.info();
    EXPECT_EQ(info.width + info.border.left, info.layout.points.columns);
    return info;
  };
  EXPECT_EQ(shape({}, "").border.left, 0);
  EXPECT_GE(shape({}, "").layout.points.columns, 4096);
  EXPECT_EQ(shape({}, "border-left=[100,65535]").border.left, 100);
  EXPECT_LT(shape({}, "border-left=[100,65535]").layout.points.columns, 5000);
  EXPECT_EQ(shape({}, "border-left=[3000,65535]").border.left, 3000);
  EXPECT_GE(shape({}, "border-left=[3000,65535]").layout.points.columns, 12000);
  EXPECT_EQ(shape({{"hop", "1000"}}, "border-left=[100,65535]").width, 1000)
      << "a longer overlap than was asked for";
  EXPECT_EQ(shape({{"block-size", "1024"}}, "border-left=[100,65535]").width, 924);
}

TEST(ForwardAudio, RefusesBlocksThatCarryTooLittle) {
  ForwardHarness harness({{"block-size", "1024"}, {"hop", "1000"}}, "border-left=[100,65535]");
  harness.set_audio(kRate, 1);
  EXPECT_NE(harness.push_samples(std::vector<float>(10), kRate, 1, 0), GST_FLOW_OK);
  std::vector<Report> errors = harness.errors();
  ASSERT_FALSE(errors.empty());
  errors.resize(1);
  expect_one(errors, {"block-size=1024 and hop=1000", "carry 24 samples", "100 are asked for"});
}

TEST(ForwardAudio, GivesTheRestAtTheEnd) {
  const std::vector<float> samples = noise(100, 1);
  ForwardHarness harness({{"block-size", "64"}, {"hop", "48"}}, "");
  harness.set_audio(kRate, 1);
  harness.push_samples(samples, kRate, 1, 0);
  for (int i = 0; i < 2; ++i) ASSERT_NE(harness.pull(), nullptr);
  ASSERT_EQ(harness.pull(), nullptr);
  gst_harness_push_event(harness.get(), gst_event_new_eos());
  const Owned<GstBuffer> rest = harness.pull();
  ASSERT_NE(rest, nullptr);
  expect_block(harness.read(rest.get()), samples, 144);
  EXPECT_EQ(GST_BUFFER_DURATION(rest.get()), gst_util_uint64_scale_int(4, GST_SECOND, kRate))
      << "of what is no padding";
  EXPECT_EQ(GST_BUFFER_OFFSET_END(rest.get()), 100U);
  EXPECT_EQ(harness.pull(), nullptr);
}

TEST(ForwardAudio, BeginsAnewAfterAFlush) {
  const std::vector<float> samples = noise(48, 1);
  ForwardHarness harness({{"block-size", "64"}, {"hop", "48"}}, "");
  harness.set_audio(kRate, 1);
  harness.push_samples(noise(70, 1), kRate, 1, 0);
  ASSERT_NE(harness.pull(), nullptr);
  gst_harness_push_event(harness.get(), gst_event_new_flush_start());
  gst_harness_push_event(harness.get(), gst_event_new_flush_stop(TRUE));
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  gst_harness_push_event(harness.get(), gst_event_new_segment(&segment));
  harness.push_samples(samples, kRate, 1, 8000, true);
  const Owned<GstBuffer> output = harness.pull();
  ASSERT_NE(output, nullptr);
  EXPECT_EQ(GST_BUFFER_PTS(output.get()), GST_SECOND);
  EXPECT_TRUE(GST_BUFFER_IS_DISCONT(output.get()));
  expect_block(harness.read(output.get()), samples, 48);
}

TEST(ForwardAudio, GivesTheRestBeforeAGap) {
  const std::vector<float> samples = noise(50, 1);
  ForwardHarness harness({{"block-size", "64"}, {"hop", "48"}}, "");
  harness.set_audio(kRate, 1);
  harness.push_samples(samples, kRate, 1, 0);
  ASSERT_NE(harness.pull(), nullptr);
  harness.push_samples(samples, kRate, 1, 16000, true);
  const Owned<GstBuffer> rest = harness.pull();
  ASSERT_NE(rest, nullptr);
  EXPECT_EQ(GST_BUFFER_DURATION(rest.get()), gst_util_uint64_scale_int(2, GST_SECOND, kRate));
  const Owned<GstBuffer> next = harness.pull();
  ASSERT_NE(next, nullptr);
  EXPECT_EQ(GST_BUFFER_PTS(next.get()), 2 * GST_SECOND);
  expect_block(harness.read(next.get()), samples, 48);
}

TEST(ForwardAudio, KeepsItsSamplesWhenALongerOverlapIsAskedFor) {
  const std::vector<float> samples = noise(400, 1);
  ForwardHarness harness({{"block-size", "64"}}, "border-left=[4,63]");
  harness.set_audio(kRate, 1);
  harness.push_samples(part(samples, 1, 0, 70), kRate, 1, 0);
  const Owned<GstBuffer> first = harness.pull();
  ASSERT_NE(first, nullptr);
  expect_block(harness.read(first.get()), samples, 60);
  harness.want("border-left=[40,63]");
  gst_harness_push_upstream_event(harness.get(), gst_event_new_reconfigure());
  harness.push_samples(part(samples, 1, 70, 100), kRate, 1, 70);
  int end = 60;
  while (const Owned<GstBuffer> output = harness.pull()) {
    end += 24;
    const Spectrum spectrum = harness.read(output.get());
    EXPECT_EQ(spectrum.info.width, 24);
    expect_block(spectrum, samples, end);
  }
  EXPECT_EQ(end, 60 + 110 / 24 * 24);
}

TEST(ForwardAudio, FadesBlocksOutByAWindow) {
  const std::vector<float> samples = noise(64, 1);
  ForwardHarness harness({{"block-size", "64"}, {"hop", "32"}, {"window", "hann"}}, "");
  harness.set_audio(kRate, 1);
  harness.push_samples(samples, kRate, 1, 0);
  harness.pull();
  const Owned<GstBuffer> output = harness.pull();
  ASSERT_NE(output, nullptr);
  const Spectrum spectrum = harness.read(output.get());
  const Spectrum expected =
      direct_spectrum(spectrum.info, [&](std::int64_t, std::int64_t, std::int64_t x) {
        const double sine = std::sin(std::numbers::pi * (static_cast<double>(x) + 0.5) / 64);
        return sine * sine * static_cast<double>(samples[static_cast<std::size_t>(x)]);
      });
  EXPECT_LT(distance(spectrum, expected), kF32);
}

TEST(ForwardAudio, IsNotLeftOutWhereItIsLate) {
  ForwardHarness harness({{"block-size", "64"}}, "");
  harness.set_audio(kRate, 1);
  for (int block = 0; block < 2; ++block) {
    harness.push_samples(std::vector<float>(64), kRate, 1, static_cast<std::uint64_t>(64 * block));
    EXPECT_NE(harness.pull(), nullptr);
    gst_harness_push_upstream_event(harness.get(),
                                    gst_event_new_qos(GST_QOS_TYPE_UNDERFLOW, 0.5, GST_SECOND, 0));
  }
}

TEST(ForwardAudio, SaysItsLatency) {
  ForwardHarness harness({{"block-size", "512"}, {"hop", "400"}}, "");
  harness.set_audio(kRate, 1);
  harness.push_samples(std::vector<float>(10), kRate, 1, 0);
  EXPECT_EQ(gst_harness_query_latency(harness.get()), 50 * GST_MSECOND);
  EXPECT_NE(Owned<GstMessage>(gst_bus_pop_filtered(harness.bus(), GST_MESSAGE_LATENCY)), nullptr);
  set_property(harness.element(), "hop", "200");
  harness.push_samples(std::vector<float>(10), kRate, 1, 10);
  EXPECT_EQ(gst_harness_query_latency(harness.get()), 25 * GST_MSECOND);
  EXPECT_NE(Owned<GstMessage>(gst_bus_pop_filtered(harness.bus(), GST_MESSAGE_LATENCY)), nullptr);
  harness.set_video(GST_VIDEO_FORMAT_GRAY8, {16, 8});
  harness.push(buffer_of(random_picture(GST_VIDEO_FORMAT_GRAY8, {16, 8})));
  EXPECT_EQ(gst_harness_query_latency(harness.get()), 0U);
}

TEST(AudioBlocks, CountTimeFromTheFirstSample) {
  gst::forward::AudioBlocks blocks;
  blocks.set_shape({3, 1, 4, 2});
  const std::vector<float> samples(7, 1.0F);
  blocks.add(samples, 10 * GST_SECOND);
  guint64 offset = 0;
  while (blocks.pending() > 0) {
    const auto block = blocks.next();
    EXPECT_EQ(block.pts, 10 * GST_SECOND + gst_util_uint64_scale_int(offset, GST_SECOND, 3))
        << "no rounding adds up";
    EXPECT_EQ(block.new_samples, offset == 6 ? 1 : 2);
    offset += 2;
  }
  EXPECT_EQ(offset, 8U);
}

}  // namespace
}  // namespace fftcore::test::forward_audio_test
