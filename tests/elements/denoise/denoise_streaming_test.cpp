// SPDX-License-Identifier: LGPL-2.1-or-later
// fftdenoise in a stream: it waits for frames, and loses and repeats none, whatever happens.
#include <gst/controller/gstdirectcontrolbinding.h>
#include <gst/controller/gstinterpolationcontrolsource.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "base/frame_window.h"
#include "denoise_harness.h"

namespace fftcore::test::denoise_streaming_test {
namespace {

constexpr GstVideoFormat kFormat = GST_VIDEO_FORMAT_GRAY8;
constexpr Size kSize = {33, 21};
constexpr GstClockTime kFrame = 40 * GST_MSECOND;

Picture picture_of(int index, GstVideoFormat format = kFormat, Size size = kSize) {
  return random_picture(format, size, static_cast<unsigned>(index + 1));
}

/// As they went in, since sigma is 0.
void expect_frames(const std::vector<Denoised>& got, int first, int end,
                   GstVideoFormat format = kFormat, Size size = kSize) {
  expect_random_frames(got, first, end, format, size);
}

void give(DenoiseHarness& harness, int first, int end) {
  for (int i = first; i < end; ++i) harness.give(picture_of(i), i);
}

}  // namespace

TEST(DenoiseLatency, IsThatOfTheFramesToCome) {
  for (const int next : {0, 1, 3}) {
    DenoiseHarness harness(kFormat, kSize, {{"sigma", "0"}, {"after", std::to_string(next)}});
    give(harness, 0, next);
    EXPECT_TRUE(harness.take().empty());
    give(harness, next, 6);
    expect_frames(harness.take(), 0, 6 - next);
    EXPECT_EQ(gst_harness_query_latency(harness.get()), static_cast<guint>(next) * kFrame);
  }
}

TEST(DenoiseStream, EndsWithAllItsFrames) {
  for (const int frames : {1, 2, 5}) {
    DenoiseHarness harness(kFormat, kSize, {{"sigma", "0"}, {"after", "3"}, {"before", "2"}});
    give(harness, 0, frames);
    harness.event(gst_event_new_eos());
    expect_frames(harness.take(), 0, frames);
  }
}

TEST(DenoiseStream, AFlushDropsWhatWasHeld) {
  DenoiseHarness harness(kFormat, kSize, {{"sigma", "0"}, {"after", "2"}});
  give(harness, 0, 4);
  expect_frames(harness.take(), 0, 2);
  harness.event(gst_event_new_flush_start());
  harness.event(gst_event_new_flush_stop(TRUE));
  harness.event(new_segment());
  give(harness, 10, 13);
  expect_frames(harness.take(), 10, 11);
  harness.event(gst_event_new_eos());
  expect_frames(harness.take(), 11, 13);
}

TEST(DenoiseStream, SegmentsGapsAndDiscontinuitiesBringOutWhatWasHeld) {
  DenoiseHarness harness(kFormat, kSize, {{"sigma", "0"}, {"after", "2"}});
  give(harness, 0, 3);
  harness.event(new_segment());
  expect_frames(harness.take(), 0, 3);
  give(harness, 3, 6);
  harness.event(gst_event_new_gap(6 * kFrame, kFrame));
  expect_frames(harness.take(), 3, 6);
  give(harness, 7, 9);
  EXPECT_TRUE(harness.take().empty());
  harness.give(picture_of(20), 20, true);
  expect_frames(harness.take(), 7, 9);
  harness.event(gst_event_new_eos());
  expect_frames(harness.take(), 20, 21);
}

TEST(DenoiseStream, NewCapsComeAfterTheFramesOfTheOldOnes) {
  DenoiseHarness harness(kFormat, kSize, {{"sigma", "0"}, {"after", "2"}});
  give(harness, 0, 3);
  expect_frames(harness.take(), 0, 1);
  constexpr Size kOther = {50, 9};
  harness.set_caps(GST_VIDEO_FORMAT_I420, kOther);
  expect_frames(harness.take(), 1, 3);
  harness.change_caps(GST_VIDEO_FORMAT_I420, kOther);
  for (int i = 3; i < 6; ++i) harness.give(picture_of(i, GST_VIDEO_FORMAT_I420, kOther), i);
  harness.event(gst_event_new_eos());
  expect_frames(harness.take(), 3, 6, GST_VIDEO_FORMAT_I420, kOther);
  EXPECT_TRUE(harness.errors().empty());
}

TEST(DenoiseStream, WithoutNeighboursTheNearestFrameStandsIn) {
  const std::vector<Picture> frames = {picture_of(0), picture_of(1)};
  const Denoise denoise = parse_denoise("denoise u8 21x33 b16 step4 before=1 after=2 sigma=60");
  for (const bool is_cut : {false, true}) {
    DenoiseHarness harness(kFormat, kSize, {{"sigma", "60"}, {"before", "1"}, {"after", "2"}});
    if (is_cut) give(harness, 5, 8);
    harness.give(frames[0], 0, is_cut);
    if (is_cut) {
      EXPECT_EQ(harness.take().size(), 3U);
    }
    harness.give(frames[1], 1);
    harness.event(gst_event_new_eos());
    const auto got = harness.take();
    ASSERT_EQ(got.size(), 2U);
    const std::vector<Picture> first = {frames[0], frames[0], frames[1], frames[1]},
                               second = {frames[0], frames[1], frames[1], frames[1]};
    EXPECT_EQ(got[0].picture.planes[0].samples, denoised_by_library(denoise, first));
    EXPECT_EQ(got[1].picture.planes[0].samples, denoised_by_library(denoise, second));
  }
}

// Another plan is made beside the stream.
TEST(DenoiseChange, OfTheFramesThatCountLosesAndRepeatsNone) {
  DenoiseHarness harness(kFormat, kSize, {{"sigma", "0"}, {"after", "0"}});
  int index = 0;
  std::vector<Denoised> got;
  const auto go_on_until = [&](GstClockTime latency) {
    for (int i = 0; i < 5000 && gst_harness_query_latency(harness.get()) != latency; ++i) {
      harness.give(picture_of(index), index);
      ++index;
      for (Denoised& frame : harness.take()) got.push_back(std::move(frame));
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    EXPECT_EQ(gst_harness_query_latency(harness.get()), latency);
  };
  for (const int next : {3, 1, 2, 0}) {
    harness.set("after", std::to_string(next));
    go_on_until(static_cast<GstClockTime>(next) * kFrame);
  }
  harness.set_together({{"after", "1"}, {"before", "3"}, {"block", "8"}});
  go_on_until(kFrame);
  harness.event(gst_event_new_eos());
  for (Denoised& frame : harness.take()) got.push_back(std::move(frame));
  expect_frames(got, 0, index);
  EXPECT_TRUE(harness.warnings().empty());
}

TEST(DenoiseChange, OfTheStrengthServesAtOnce) {
  DenoiseHarness harness(kFormat, kSize, {{"sigma", "0"}, {"before", "0"}});
  harness.give(picture_of(0), 0);
  harness.set("sigma", "60");
  harness.give(picture_of(1), 1);
  harness.set("sigma", "0");
  harness.give(picture_of(2), 2);
  const auto got = harness.take();
  ASSERT_EQ(got.size(), 3U);
  EXPECT_EQ(largest_difference(got[0].picture, picture_of(0)), 0);
  EXPECT_GT(largest_difference(got[1].picture, picture_of(1)), 10);
  EXPECT_EQ(largest_difference(got[2].picture, picture_of(2)), 0);
}

// The strength of a frame is that of its own time, however late it comes out.
TEST(DenoiseChange, ByAControllerIsInTime) {
  for (const int next : {0, 2}) {
    DenoiseHarness harness(kFormat, kSize, {{"after", std::to_string(next)}});
    GstControlSource* const source = gst_interpolation_control_source_new();
    g_object_set(source, "mode", GST_INTERPOLATION_MODE_NONE, nullptr);
    auto* const values = GST_TIMED_VALUE_CONTROL_SOURCE(source);
    gst_timed_value_control_source_set(values, 0, 0);
    gst_timed_value_control_source_set(values, 4 * kFrame, 60);
    gst_timed_value_control_source_set(values, 5 * kFrame, 0);
    gst_object_add_control_binding(
        GST_OBJECT(harness.element()),
        gst_direct_control_binding_new_absolute(GST_OBJECT(harness.element()), "sigma", source));
    gst_object_unref(source);
    give(harness, 0, 8);
    harness.event(gst_event_new_eos());
    const auto got = harness.take();
    ASSERT_EQ(got.size(), 8U);
    for (int i = 0; i < 8; ++i)
      EXPECT_EQ(largest_difference(got[static_cast<std::size_t>(i)].picture, picture_of(i)) > 0,
                i == 4)
          << "frame " << i << ", " << next << " frames late";
  }
}

TEST(DenoiseMemory, MayHaveAnyStrides) {
  DenoiseHarness harness(GST_VIDEO_FORMAT_I420, kSize, {{"sigma", "0"}, {"radius", "1"}});
  for (int i = 0; i < 4; ++i)
    ASSERT_EQ(gst_harness_push(
                  harness.get(),
                  strided_buffer_of(picture_of(i, GST_VIDEO_FORMAT_I420, kSize), 2 + 16 * i, i)),
              GST_FLOW_OK);
  harness.event(gst_event_new_eos());
  expect_frames(harness.take(), 0, 4, GST_VIDEO_FORMAT_I420, kSize);
}

TEST(DenoiseWrongFrame, SmallerThanItsCapsIsAnError) {
  DenoiseHarness harness(kFormat, kSize, {});
  EXPECT_EQ(harness.push(gst_buffer_new_allocate(nullptr, 100, nullptr)), nullptr);
  EXPECT_EQ(harness.errors().size(), 1U);
}

TEST(FrameWindow, HoldsNoMoreThanCanBeNeeded) {
  gst::FrameWindow window;
  std::vector<GstBuffer*> frames;
  for (int i = 0; i < 20; ++i) {
    GstBuffer* const frame = gst_buffer_new();
    frames.push_back(gst_buffer_ref(frame));
    window.add(frame, 3);
    EXPECT_EQ(window.is_due(2), i >= 2);
    EXPECT_EQ(window.is_due(2, 1), i >= 1);
    if (!window.is_due(2)) continue;
    const gst::DueFrame due = window.take(3, 2);
    EXPECT_EQ(due.frame(), frames[static_cast<std::size_t>(i - 2)]);
    EXPECT_EQ(due.frames.size(), static_cast<std::size_t>(std::min(i - 2, 3) + 3));
    EXPECT_EQ(due.frames.back(), frames.back());
  }
  int held = 0;
  for (GstBuffer* const frame : frames) held += GST_MINI_OBJECT_REFCOUNT_VALUE(frame) > 1 ? 1 : 0;
  EXPECT_LE(held, 7);
  window.clear();
  for (GstBuffer* const frame : frames) {
    EXPECT_EQ(GST_MINI_OBJECT_REFCOUNT_VALUE(frame), 1);
    gst_buffer_unref(frame);
  }
}

}  // namespace fftcore::test::denoise_streaming_test
