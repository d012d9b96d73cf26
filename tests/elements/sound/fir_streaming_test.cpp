// SPDX-License-Identifier: LGPL-2.1-or-later
// fftfir and what happens to streams: flushes, segments, holes, new caps, stops, queries, buffers
// that are not what they claim.
#include <gtest/gtest.h>

#include "criticals.h"
#include "fir_harness.h"
#include "forward_harness.h"

namespace fftcore::test::fir_streaming_test {
namespace {

constexpr int kTaps = 200;
constexpr double kF32 = 5e-7;

struct Filter {
  std::vector<double> response = decaying(kTaps, 2);
  ResponseFile file = ResponseFile::of(response);

  FilterHarness::Properties with(int latency) const {
    return {{"response-location", file.path()}, {"latency", std::to_string(latency)}};
  }
  Sound of(const Sound& sound, std::size_t samples) const {
    return direct_convolution(sound, response, samples);
  }
};

GstEvent* segment_from(GstClockTime start, GstClockTime base = 0) {
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  segment.start = segment.time = start;
  segment.base = base;
  return gst_event_new_segment(&segment);
}

class EachLatency : public testing::TestWithParam<int> {
 protected:
  Filter filter_;
  Sound sound_ = noise(2, 3000);
};
INSTANTIATE_TEST_SUITE_P(, EachLatency, testing::Values(0, 150));

TEST_P(EachLatency, IsForgottenWithAFlush) {
  FirHarness harness(filter_.with(GetParam()));
  harness.push(sound_, 0);
  while (!harness.pull().empty()) {
  }
  harness.send(gst_event_new_flush_start());
  harness.send(gst_event_new_flush_stop(TRUE));
  harness.send(segment_from(10 * GST_SECOND));
  harness.push(sound_, 80000, true);
  harness.send(gst_event_new_eos());
  EXPECT_LT(distance(harness.pull_all(80000), filter_.of(sound_, 3000 + kTaps - 1)), kF32);
}

TEST_P(EachLatency, IsFollowedByASegmentThatGoesOn) {
  FirHarness harness(filter_.with(GetParam()));
  harness.push(part(sound_, 0, 1000), 0);
  harness.send(segment_from(0, GST_SECOND / 8));
  EXPECT_LT(distance(harness.pull_all(0), part(filter_.of(sound_, 1000), 0, 1000)), kF32)
      << "all that belongs to the segment before";
  harness.push(part(sound_, 1000, 1000), 0);
  harness.send(gst_event_new_eos());
  // Late results take zeros to bring out: what was before is that much earlier.
  Sound heard = part(sound_, 0, 1000);
  append(heard, Sound(2, std::vector<double>(static_cast<std::size_t>(GetParam()))));
  append(heard, part(sound_, 1000, 1000));
  const std::size_t begin = 1000 + static_cast<std::size_t>(GetParam());
  EXPECT_LT(distance(harness.pull_all(0),
                     part(filter_.of(heard, begin + 1000 + kTaps - 1), begin, 1000 + kTaps - 1)),
            kF32);
}

TEST_P(EachLatency, RingsOnInAHole) {
  FirHarness harness(filter_.with(GetParam()));
  harness.push(part(sound_, 0, 1000), 0);
  harness.push(part(sound_, 1000, 1000), 1100, true);
  harness.push(part(sound_, 2000, 1000), 12100);
  harness.send(gst_event_new_eos());
  Sound heard = part(sound_, 0, 1000);
  append(heard, Sound(2, std::vector<double>(100)));
  append(heard, part(sound_, 1000, 1000));
  // Behind a long hole timestamps are those of what came after it.
  const std::size_t ringing = kTaps - 1;
  const Sound before = filter_.of(heard, 2100 + ringing);
  Sound output;
  std::vector<std::size_t> begins;
  GstClockTime pts = 0;
  for (Sound one = harness.pull(&pts); !one.empty(); one = harness.pull(&pts)) {
    begins.push_back(harness.sample_of(pts));
    append(output, one);
  }
  Sound expected = before;
  append(expected, Sound(2, std::vector<double>(static_cast<std::size_t>(GetParam()))));
  append(expected, filter_.of(part(sound_, 2000, 1000), 1000 + ringing));
  EXPECT_LT(distance(output, expected), kF32);
  EXPECT_EQ(begins[0], 0U);
  EXPECT_EQ(std::ranges::count(begins, 12100U - static_cast<std::size_t>(GetParam())), 1);
}

TEST_P(EachLatency, BeginsAnewWhereTimeGoesBack) {
  FirHarness harness(filter_.with(GetParam()));
  harness.push(part(sound_, 0, 1000), 8000);
  EXPECT_LT(distance(harness.pull_all(8000),
                     filter_.of(sound_, 1000 - static_cast<std::size_t>(GetParam()))),
            kF32);
  harness.push(part(sound_, 1000, 1000), 800);
  Sound late;
  while (length(late) < static_cast<std::size_t>(GetParam())) append(late, harness.pull());
  if (GetParam() > 0) {
    EXPECT_LT(distance(late, part(filter_.of(part(sound_, 0, 1000), 1000),
                                  1000 - static_cast<std::size_t>(GetParam()),
                                  static_cast<std::size_t>(GetParam()))),
              kF32);
  }
  harness.send(gst_event_new_eos());
  EXPECT_LT(distance(harness.pull_all(800), filter_.of(part(sound_, 1000, 1000), 1000 + kTaps - 1)),
            kF32);
}

TEST_P(EachLatency, TakesRoundedTimestampsAsTheyAre) {
  FirHarness harness(filter_.with(GetParam()));
  for (std::size_t first = 0; first < 3000; first += 100)
    harness.push(part(sound_, first, 100), first + (first / 100) % 3);
  harness.send(gst_event_new_eos());
  Sound output;
  for (Sound one = harness.pull(); !one.empty(); one = harness.pull()) append(output, one);
  EXPECT_LT(distance(output, filter_.of(sound_, 3000 + kTaps - 1)), kF32);
}

TEST_P(EachLatency, RingsOnInAGapEvent) {
  FirHarness harness(filter_.with(GetParam()));
  harness.push(part(sound_, 0, 1000), 0);
  const int events = static_cast<int>(gst_harness_events_in_queue(harness.get()));
  harness.send(gst_event_new_gap(GST_SECOND / 8, GST_SECOND));
  harness.push(part(sound_, 1000, 1000), 9000);
  harness.send(gst_event_new_eos());
  const std::size_t latency = static_cast<std::size_t>(GetParam());
  Sound output;
  for (Sound one = harness.pull(); !one.empty(); one = harness.pull()) append(output, one);
  Sound expected = filter_.of(part(sound_, 0, 1000), 1000 + kTaps - 1);
  append(expected, Sound(2, std::vector<double>(latency)));
  append(expected, filter_.of(part(sound_, 1000, 1000), 1000 + kTaps - 1));
  EXPECT_LT(distance(output, expected), kF32);
  for (int i = 0; i < events; ++i) gst_event_unref(gst_harness_pull_event(harness.get()));
  GstEvent* const gap = gst_harness_pull_event(harness.get());
  ASSERT_EQ(GST_EVENT_TYPE(gap), GST_EVENT_GAP) << "of what is silent";
  GstClockTime begin = 0, duration = 0;
  gst_event_parse_gap(gap, &begin, &duration);
  gst_event_unref(gap);
  EXPECT_EQ(harness.sample_of(begin), 1000U + kTaps - 1);
  EXPECT_EQ(harness.sample_of(begin + duration), 9000U - latency);
}

TEST_P(EachLatency, TakesNewCaps) {
  FirHarness harness(filter_.with(GetParam()));
  harness.push(part(sound_, 0, 1000), 0);
  // The same caps change nothing.
  GstCaps* const same = caps_of(harness.kind());
  harness.send(gst_event_new_caps(same));
  gst_caps_unref(same);
  harness.push(part(sound_, 1000, 1000), 1000);
  const AudioKind before = harness.kind();
  const AudioKind next{GST_AUDIO_FORMAT_S16, true, 16000, 3};
  gst_harness_set_src_caps(harness.get(), caps_of(next));
  EXPECT_LT(distance(harness.pull_all(0), filter_.of(part(sound_, 0, 2000), 2000)), kF32)
      << "what was late comes in the old format " << name_of(before);
  harness.set_caps(next);
  const Sound other = noise(3, 1000);
  harness.push(other, 4000);
  harness.send(gst_event_new_eos());
  EXPECT_LT(largest_difference(harness.pull_all(4000), filter_.of(other, 1000 + kTaps - 1)),
            1.1 / 32768);
}

TEST_P(EachLatency, SaysItsLatency) {
  FirHarness harness(filter_.with(GetParam()));
  harness.push(sound_, 0);
  const GstClockTime at_8000 =
      gst_util_uint64_scale_int(static_cast<guint64>(GetParam()), GST_SECOND, 8000);
  EXPECT_EQ(gst_harness_query_latency(harness.get()), at_8000);
  const auto has_message = [&] {
    return Owned<GstMessage>(gst_bus_pop_filtered(harness.bus(), GST_MESSAGE_LATENCY)) != nullptr;
  };
  EXPECT_EQ(has_message(), GetParam() > 0);
  harness.set_caps({.rate = 16000});
  EXPECT_EQ(gst_harness_query_latency(harness.get()), at_8000 / 2);
  EXPECT_EQ(has_message(), GetParam() > 0);
}

TEST_P(EachLatency, PlaysTwice) {
  FirHarness harness(filter_.with(GetParam()));
  harness.push(sound_, 0);
  while (!harness.pull().empty()) {
  }
  gst_element_set_state(harness.element(), GST_STATE_NULL);
  gst_element_set_state(harness.element(), GST_STATE_PLAYING);
  harness.send(gst_event_new_stream_start("again"));
  GstCaps* const caps = caps_of(harness.kind());
  harness.send(gst_event_new_caps(caps));
  gst_caps_unref(caps);
  harness.send(segment_from(0));
  harness.push(sound_, 0);
  harness.send(gst_event_new_eos());
  EXPECT_LT(distance(harness.pull_all(0), filter_.of(sound_, 3000 + kTaps - 1)), kF32);
}

TEST(FirStreaming, LeavesOutWhatIsOutsideTheSegment) {
  const Filter filter;
  FirHarness harness(filter.with(0));
  harness.send(segment_from(GST_SECOND / 8));
  const Sound sound = noise(2, 3000);
  harness.push(sound, 0);
  EXPECT_LT(distance(harness.pull_all(1000), filter.of(part(sound, 1000, 2000), 2000)), kF32);
}

TEST(FirStreaming, IsNotLeftOutWhereItIsLate) {
  FirHarness harness({});
  for (std::size_t first = 0; first < 200; first += 100) {
    harness.push(noise(2, 100), first);
    EXPECT_FALSE(harness.pull().empty());
    gst_harness_push_upstream_event(harness.get(),
                                    gst_event_new_qos(GST_QOS_TYPE_UNDERFLOW, 0.5, GST_SECOND, 0));
  }
}

TEST(FirStreaming, WorksWithoutTimestamps) {
  const Filter filter;
  const Sound sound = noise(2, 1000);
  FirHarness harness(filter.with(100));
  for (std::size_t first = 0; first < 1000; first += 250)
    gst_harness_push(harness.get(), buffer_of(harness.kind(), part(sound, first, 250)));
  harness.send(gst_event_new_eos());
  Sound output;
  for (Sound one = harness.pull(); !one.empty(); one = harness.pull()) append(output, one);
  EXPECT_LT(distance(output, filter.of(sound, 1000 + kTaps - 1)), kF32);
}

TEST(FirStreaming, IsNoSilenceWhereTheInputIs) {
  FirHarness harness({});
  GstBuffer* const buffer = buffer_of(harness.kind(), Sound(2, std::vector<double>(10)));
  GST_BUFFER_PTS(buffer) = 0;
  GST_BUFFER_FLAG_SET(buffer, GST_BUFFER_FLAG_GAP);
  gst_harness_push(harness.get(), buffer);
  const Owned<GstBuffer> output(gst_harness_try_pull(harness.get()));
  EXPECT_FALSE(GST_BUFFER_FLAG_IS_SET(output.get(), GST_BUFFER_FLAG_GAP));
}

TEST(FirStreaming, RefusesBuffersThatAreNotWhatTheyClaim) {
  const auto refusal = [](const AudioKind& kind, auto&& make) {
    const Criticals criticals;
    FirHarness harness({}, kind);
    GstBuffer* const buffer = make(kind);
    GST_BUFFER_PTS(buffer) = 0;
    EXPECT_EQ(gst_harness_push(harness.get(), buffer), GST_FLOW_ERROR);
    EXPECT_TRUE(criticals.texts().empty()) << criticals.texts()[0];
    const std::vector<Report> errors = harness.errors();
    EXPECT_EQ(errors.size(), 1U);
    EXPECT_EQ(errors.at(0).domain, GST_STREAM_ERROR);
    return errors.at(0).text;
  };
  const AudioKind interleaved{}, planar{.is_planar = true};
  const auto plain = [](const AudioKind&) { return gst_buffer_new_allocate(nullptr, 84, nullptr); };
  EXPECT_NE(refusal(interleaved, plain).find("84 bytes"), std::string::npos);
  EXPECT_NE(refusal(planar, plain).find("no GstAudioMeta"), std::string::npos);
  const auto cut = [](const AudioKind& kind) {
    GstBuffer* const buffer = buffer_of(kind, noise(2, 100));
    gst_buffer_set_size(buffer, 700);
    return buffer;
  };
  EXPECT_NE(refusal(planar, cut).find("which its 700 bytes do not have"), std::string::npos);
  const auto other = [](AudioKind kind) {
    kind.channels = 1;
    return buffer_of(kind, noise(1, 100));
  };
  EXPECT_NE(refusal(planar, other).find("another format"), std::string::npos);
}

}  // namespace
}  // namespace fftcore::test::fir_streaming_test
