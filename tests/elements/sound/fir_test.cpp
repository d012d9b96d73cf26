// SPDX-License-Identifier: LGPL-2.1-or-later
// fftfir beside direct sums in double: every format and layout, responses for all channels, for one
// each and for each pair, latencies, tails, and buffers of any length.
#include <gtest/gtest.h>

#include <cmath>

#include "fir_harness.h"

namespace fftcore::test::fir_test {
namespace {

constexpr int kTaps = 300;
constexpr std::size_t kSamples = 3000;

/// How far results may be from direct sums, as norms. Whole numbers: half a unit each.
void expect_alike(const AudioKind& kind, const Sound& output, const Sound& expected) {
  ASSERT_EQ(length(output), length(expected));
  switch (kind.format) {
    case GST_AUDIO_FORMAT_S16: EXPECT_LE(largest_difference(output, expected), 0.51 / 32768); break;
    case GST_AUDIO_FORMAT_S32:
      EXPECT_LE(largest_difference(output, expected), 0.51 / 2147483648.0);
      break;
    case GST_AUDIO_FORMAT_F64: EXPECT_LT(distance(output, expected), 1e-14); break;
    default: EXPECT_LT(distance(output, expected), 5e-7); break;
  }
}

/// What the input is once it is in the format.
Sound as_format(const AudioKind& kind, const Sound& sound) {
  const Owned<GstBuffer> buffer(buffer_of(kind, sound));
  return read(kind, buffer.get());
}

class EachKind : public testing::TestWithParam<AudioKind> {};

TEST_P(EachKind, IsConvolved) {
  const Sound input = as_format(GetParam(), noise(GetParam().channels, kSamples));
  const std::vector<double> response = decaying(kTaps, 2);
  const ResponseFile file = ResponseFile::of(response);
  for (const char* const latency : {"0", "37", "1000"}) {
    FirHarness harness({{"response-location", file.path()}, {"latency", latency}}, GetParam());
    harness.push_all(input, {1, 480, 63, 700, 512});
    harness.send(gst_event_new_eos());
    const Sound output = harness.pull_all(0);
    ASSERT_EQ(length(output), kSamples + kTaps - 1) << latency;
    expect_alike(GetParam(), output, direct_convolution(input, response, length(output)));
  }
}

std::vector<AudioKind> all_kinds() {
  std::vector<AudioKind> kinds;
  for (const GstAudioFormat format :
       {GST_AUDIO_FORMAT_F32, GST_AUDIO_FORMAT_F64, GST_AUDIO_FORMAT_S16, GST_AUDIO_FORMAT_S32})
    for (const bool is_planar : {false, true})
      for (const int channels : {1, 3}) kinds.push_back({format, is_planar, 8000, channels});
  return kinds;
}
std::string kind_name(const testing::TestParamInfo<AudioKind>& info) {
  return name_of(info.param);
}
INSTANTIATE_TEST_SUITE_P(, EachKind, testing::ValuesIn(all_kinds()), kind_name);

TEST(Fir, GivesEachChannelItsOwnResponse) {
  const Sound input = noise(3, kSamples);
  const ResponseFile file =
      ResponseFile::npy("3, 300", {decaying(kTaps, 2), decaying(kTaps, 3), decaying(kTaps, 4)});
  FirHarness harness({{"response-location", file.path()}}, {.channels = 3});
  harness.push_all(input, {500});
  Matrix responses(3, std::vector<std::vector<double>>(3));
  for (unsigned c = 0; c < 3; ++c) responses[c][c] = decaying(kTaps, 2 + c);
  expect_alike(harness.kind(), harness.pull_all(0), direct_convolution(input, responses, kSamples));
}

// left to left, left to right, right to left, right to right, as files of true stereo have them
TEST(Fir, MixesChannelsByAMatrixInTheOrderOfSoundFiles) {
  const Sound input = noise(2, kSamples);
  const std::vector<double> ll = decaying(kTaps, 2), lr = decaying(kTaps, 3),
                            rl = decaying(kTaps, 4), rr = decaying(kTaps, 5);
  const Sound expected = direct_convolution(input, Matrix{{ll, rl}, {lr, rr}}, kSamples);
  const ResponseFile rows = ResponseFile::npy("4, 300", {ll, lr, rl, rr}),
                     matrix = ResponseFile::npy("2, 2, 300", {ll, rl, lr, rr}),
                     kernel = ResponseFile::npy("2, 2, 1, 300", {ll, rl, lr, rr});
  for (const ResponseFile* const file : {&rows, &matrix, &kernel}) {
    FirHarness harness({{"response-location", file->path()}});
    harness.push_all(input, {500});
    expect_alike(harness.kind(), harness.pull_all(0), expected);
  }
}

TEST(Fir, PassesSoundUnchangedWithoutAResponse) {
  const Sound input = as_format({}, noise(2, 1000));
  for (const char* const latency : {"0", "100"}) {
    FirHarness harness(FilterHarness::Properties{{"latency", latency}});
    harness.push_all(input, {300});
    harness.send(gst_event_new_eos());
    EXPECT_EQ(harness.pull_all(0), input) << latency;
  }
}

TEST(Fir, LeavesTheTailOutWhereAsked) {
  const Sound input = noise(2, kSamples);
  const std::vector<double> response = decaying(kTaps, 2);
  const ResponseFile file = ResponseFile::of(response);
  for (const char* const latency : {"0", "250"}) {
    FirHarness harness(
        {{"response-location", file.path()}, {"tail", "false"}, {"latency", latency}});
    harness.push_all(input, {512});
    harness.send(gst_event_new_eos());
    expect_alike(harness.kind(), harness.pull_all(0),
                 direct_convolution(input, response, kSamples));
  }
}

TEST(Fir, BringsOutATailOfManyBuffers) {
  const Sound input = noise(1, 100);
  const std::vector<double> response = decaying(20000, 2);
  const ResponseFile file = ResponseFile::of(response);
  FirHarness harness({{"response-location", file.path()}}, {.channels = 1});
  harness.push_all(input, {100});
  harness.send(gst_event_new_eos());
  expect_alike(harness.kind(), harness.pull_all(0), direct_convolution(input, response, 20099));
}

TEST(Fir, ClampsWholeNumbers) {
  for (const GstAudioFormat format : {GST_AUDIO_FORMAT_S16, GST_AUDIO_FORMAT_S32}) {
    FirHarness harness({{"gain", "3"}}, {.format = format, .channels = 1});
    harness.push({{-0.9, -0.25, 0, 0.25, 0.9}}, 0);
    const double step = format == GST_AUDIO_FORMAT_S16 ? 1 / 32768.0 : 1 / 2147483648.0;
    EXPECT_EQ(harness.pull(), (Sound{{-1, -0.75, 0, 0.75, 1 - step}}));
  }
}

TEST(Fir, LeavesTheInputsMemoryToOthers) {
  FirHarness harness({{"gain", "0.5"}}, {.channels = 1});
  GstBuffer* const buffer = buffer_of(harness.kind(), {{0.5, 0.25}});
  GST_BUFFER_PTS(buffer) = 0;
  const Owned<GstBuffer> other(gst_buffer_ref(buffer));
  gst_harness_push(harness.get(), buffer);
  EXPECT_EQ(harness.pull(), (Sound{{0.25, 0.125}}));
  EXPECT_EQ(read(harness.kind(), other.get()), (Sound{{0.5, 0.25}}));
}

}  // namespace
}  // namespace fftcore::test::fir_test
