// SPDX-License-Identifier: LGPL-2.1-or-later
// fftstabilize with look-ahead: frames come out later, none is lost, and each is moved by what came
// after it too.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "moving_scene.h"
#include "stabilize_harness.h"
#include "stream_harness.h"

namespace fftcore::test::look_ahead_test {
namespace {

constexpr GstVideoFormat kFormat = GST_VIDEO_FORMAT_GRAY8;
constexpr Size kSize = {64, 48};
constexpr GstClockTime kFrame = 40 * GST_MSECOND;

/// Frames are not moved, so that they come out as they went in.
class Still : public StreamHarness {
 public:
  explicit Still(int look_ahead)
      : StreamHarness(kFormat, kSize,
                      {{"look-ahead", std::to_string(look_ahead)}, {"max-shift", "0"}},
                      "fftstabilize") {}
  void give_all(int first, int end, GstVideoFormat format = kFormat, Size size = kSize) {
    for (int i = first; i < end; ++i)
      give(random_picture(format, size, static_cast<unsigned>(i + 1)), i);
  }
  void expect(int first, int end) { expect_random_frames(take(), first, end, kFormat, kSize); }
};

TEST(LookAhead, IsLatency) {
  for (const int frames : {1, 7}) {
    Still harness(frames);
    harness.give_all(0, frames);
    EXPECT_TRUE(harness.take().empty());
    harness.give_all(frames, 12);
    harness.expect(0, 12 - frames);
    EXPECT_EQ(gst_harness_query_latency(harness.get()), static_cast<guint>(frames) * kFrame);
  }
}

TEST(LookAhead, EndsWithAllItsFrames) {
  for (const int frames : {1, 4, 9}) {
    Still harness(5);
    harness.give_all(0, frames);
    harness.event(gst_event_new_eos());
    harness.expect(0, frames);
  }
}

TEST(LookAhead, AFlushDropsWhatWasHeld) {
  Still harness(3);
  harness.give_all(0, 5);
  harness.expect(0, 2);
  harness.event(gst_event_new_flush_start());
  harness.event(gst_event_new_flush_stop(TRUE));
  harness.event(new_segment());
  harness.give_all(10, 14);
  harness.expect(10, 11);
  harness.event(gst_event_new_eos());
  harness.expect(11, 14);
}

TEST(LookAhead, SegmentsGapsAndDiscontinuitiesBringOutWhatWasHeld) {
  Still harness(2);
  harness.give_all(0, 3);
  harness.event(new_segment());
  harness.expect(0, 3);
  harness.give_all(3, 6);
  harness.event(gst_event_new_gap(6 * kFrame, kFrame));
  harness.expect(3, 6);
  harness.give_all(7, 9);
  harness.give(random_picture(kFormat, kSize, 21), 20, true);
  harness.expect(7, 9);
  harness.event(gst_event_new_eos());
  harness.expect(20, 21);
}

TEST(LookAhead, NewCapsComeAfterTheFramesOfTheOldOnes) {
  Still harness(2);
  harness.give_all(0, 3);
  harness.expect(0, 1);
  constexpr Size kOther = {50, 40};
  harness.set_caps(GST_VIDEO_FORMAT_I420, kOther);
  harness.expect(1, 3);
  harness.change_caps(GST_VIDEO_FORMAT_I420, kOther);
  harness.give_all(3, 6, GST_VIDEO_FORMAT_I420, kOther);
  harness.event(gst_event_new_eos());
  expect_random_frames(harness.take(), 3, 6, GST_VIDEO_FORMAT_I420, kOther);
  EXPECT_TRUE(harness.errors().empty());
}

TEST(LookAhead, AsksForAsManyBuffersMore) {
  Still harness(6);
  harness.give_all(0, 1);
  GstCaps* const caps = gst_pad_get_current_caps(harness.get()->srcpad);
  const Owned<GstQuery> query(gst_query_new_allocation(caps, TRUE));
  gst_caps_unref(caps);
  ASSERT_TRUE(gst_pad_peer_query(harness.get()->srcpad, query.get()));
  ASSERT_GT(gst_query_get_n_allocation_pools(query.get()), 0U);
  guint least = 0;
  gst_query_parse_nth_allocation_pool(query.get(), 0, nullptr, nullptr, &least, nullptr);
  EXPECT_GE(least, 6U);
}

/// A pan of 1.5 pixels a frame, shaken. What is shown ought to go on as the pan does.
double rms_of_shown_steps(int look_ahead, const char* model) {
  constexpr Size kLarge = {160, 120};
  constexpr int kFrames = 60, kFirst = 20, kEnd = 50;
  StabilizeHarness harness(kFormat, kLarge,
                           {{"model", model},
                            {"look-ahead", std::to_string(look_ahead)},
                            {"smoothing", "10"},
                            {"zoom", look_ahead > 0 ? "1" : "1.000001"},  // windows measure too
                            {"max-shift", "32"}});
  const auto place = [](int frame) {
    return 1.5 * frame + 2.5 * std::sin(2.1 * frame) + 1.5 * std::cos(3.7 * frame);
  };
  std::vector<Said> said;
  const auto keep = [&](Owned<GstBuffer> buffer) {
    if (buffer != nullptr) said.push_back(meta_of(buffer.get()).value());
  };
  for (int frame = 0; frame < kFrames; ++frame)
    keep(harness.push(buffer_of(scene_at(kFormat, kLarge, {place(frame), 0}), frame)));
  EXPECT_TRUE(gst_harness_push_event(harness.get(), gst_event_new_eos()));
  while (GstBuffer* const buffer = gst_harness_try_pull(harness.get()))
    keep(Owned<GstBuffer>(buffer));
  EXPECT_EQ(static_cast<int>(said.size()), kFrames);
  double sum = 0;
  for (int i = kFirst; i < kEnd; ++i) {
    const auto at = static_cast<std::size_t>(i);
    EXPECT_NEAR(said[at].dx, place(i) - place(i - 1), 0.1) << "of another frame";
    const double step = place(i) + said[at].correction_x - place(i - 1) - said[at - 1].correction_x;
    sum += (step - 1.5) * (step - 1.5);
  }
  return std::sqrt(sum / (kEnd - kFirst));
}

TEST(LookAhead, TakesOutMore) {
  for (const char* model : {"translation", "similarity"}) {
    SCOPED_TRACE(model);
    const double without = rms_of_shown_steps(0, model), with = rms_of_shown_steps(10, model);
    EXPECT_LT(with, 0.5 * without);
    EXPECT_LT(with, 0.15);
  }
}

TEST(LookAhead, DoesNotGoTogetherWithAFixedReference) {
  GstElement* const element = gst_element_factory_make("fftstabilize", nullptr);
  gst_object_ref_sink(element);
  set_property(element, "look-ahead", "3");
  set_property(element, "reference", "first");
  EXPECT_EQ(gst_element_set_state(element, GST_STATE_PAUSED), GST_STATE_CHANGE_FAILURE);
  gst_element_set_state(element, GST_STATE_NULL);
  gst_object_unref(element);
}

}  // namespace
}  // namespace fftcore::test::look_ahead_test
