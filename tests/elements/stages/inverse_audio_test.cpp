// SPDX-License-Identifier: LGPL-2.1-or-later
// fftinverse on blocks of audio.
#include <gtest/gtest.h>

#include <random>

#include "spectra/mapped_spectrum.h"
#include "spectrum_harness.h"

namespace fftcore::test::inverse_audio_test {
namespace {

using gst::SpectrumInfo;

constexpr int kPoints = 48;
constexpr int kRate = 8000;

SpectrumInfo audio_info(int channels, int width, int x) {
  SpectrumInfo info;
  info.layout.points = {1, kPoints};
  info.layout.channels = channels;
  info.layout.stored_rows = 1;
  info.width = width;
  info.height = 1;
  info.x = x;
  info.rate = kRate;
  return info;
}

std::vector<float> random_samples(int channels) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> samples(-1, 1);
  std::vector<float> values(static_cast<std::size_t>(channels) * kPoints);
  for (float& value : values) value = samples(random);
  return values;
}

// Of all points, channel after channel, since a stage takes no more than four channels at once.
GstBuffer* block(const std::vector<float>& samples, const SpectrumInfo& info,
                 GstClockTime duration) {
  const auto channels = info.layout.channels;
  GstBuffer* const buffer = gst_buffer_new_allocate(nullptr, size_bytes(info.layout), nullptr);
  Backend& backend = select_backend("cpu");
  const auto queue = backend.create_queue({});
  ForwardStage stage;
  stage.image = Layout::interleaved(SampleType::f32, {1, kPoints}, channels);
  stage.image.channels = {};
  stage.spectrum = info.layout;
  stage.spectrum.channels = 1;
  const auto executable = backend.compile(stage, *queue);
  GstMapInfo map;
  gst_buffer_map(buffer, &map, GST_MAP_WRITE);
  for (std::int64_t c = 0; c < channels; ++c)
    executable->run(*queue, {samples.data() + c, stage.image.rows.stride},
                    {map.data + c * static_cast<std::int64_t>(size_bytes(stage.spectrum)), 0});
  queue->wait();
  gst_buffer_unmap(buffer, &map);
  GST_BUFFER_PTS(buffer) = 3 * GST_SECOND;
  GST_BUFFER_DURATION(buffer) = duration;
  return buffer;
}

std::vector<float> samples_in(GstBuffer* buffer) {
  std::vector<float> samples(gst_buffer_get_size(buffer) / sizeof(float));
  gst_buffer_extract(buffer, 0, samples.data(), gst_buffer_get_size(buffer));
  return samples;
}

TEST(InverseAudio, GivesTheSamplesOfTheBlock) {
  for (const int channels : {1, 2, 6}) {
    SCOPED_TRACE(channels);
    const SpectrumInfo info = audio_info(channels, 32, 16);
    const std::vector<float> input = random_samples(channels);
    SpectrumHarness harness("fftinverse");
    harness.set_caps(info);
    for (const char* field : {"format=(string)F32", "rate=(int)8000", "layout=(string)interleaved"})
      EXPECT_NE(harness.output_caps().find(field), std::string::npos) << harness.output_caps();
    const Owned<GstBuffer> output = harness.push(block(input, info, 4 * GST_MSECOND));
    ASSERT_NE(output, nullptr);
    EXPECT_EQ(GST_BUFFER_PTS(output.get()), 3 * GST_SECOND);
    EXPECT_EQ(GST_BUFFER_DURATION(output.get()), 4 * GST_MSECOND);
    const std::vector<float> samples = samples_in(output.get());
    ASSERT_EQ(samples.size(), 32U * static_cast<unsigned>(channels));
    for (std::size_t i = 0; i < samples.size(); ++i)
      EXPECT_NEAR(samples[i], input[16 * static_cast<std::size_t>(channels) + i], 1e-5) << i;
  }
}

TEST(InverseAudio, CutsTheLastBlock) {
  const SpectrumInfo info = audio_info(2, 32, 16);
  SpectrumHarness harness("fftinverse");
  harness.set_caps(info);
  const Owned<GstBuffer> output =
      harness.push(block(random_samples(2), info, gst_util_uint64_scale(GST_SECOND, 11, kRate)));
  ASSERT_NE(output, nullptr);
  EXPECT_EQ(gst_buffer_get_size(output.get()), 11U * 2 * sizeof(float));
}

TEST(InverseAudio, GoesRoundTheEnds) {
  const SpectrumInfo info = audio_info(1, kPoints, 40);
  const std::vector<float> input = random_samples(1);
  SpectrumHarness harness("fftinverse", {{"gain", "0.5"}, {"offset", "0.25"}});
  harness.set_caps(info);
  const Owned<GstBuffer> output = harness.push(block(input, info, GST_CLOCK_TIME_NONE));
  ASSERT_NE(output, nullptr);
  const std::vector<float> samples = samples_in(output.get());
  ASSERT_EQ(samples.size(), 48U);
  for (std::size_t i = 0; i < 48; ++i)
    EXPECT_NEAR(samples[i], 0.5 * input[(i + 40) % 48] + 0.25, 1e-5) << i;
}

}  // namespace
}  // namespace fftcore::test::inverse_audio_test
