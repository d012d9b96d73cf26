// SPDX-License-Identifier: LGPL-2.1-or-later
// fftstabilize in a stream that is not as it should be, or changes: black and tiny frames, caps,
// flushes, restarts, properties.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "moving_scene.h"
#include "stabilize_harness.h"

namespace fftcore::test::stabilize_streaming_test {
namespace {

constexpr GstVideoFormat kFormat = GST_VIDEO_FORMAT_GRAY8;
constexpr Size kSize = {96, 80};

Picture black(GstVideoFormat format, Size size) {
  Picture picture = random_picture(format, size);
  for (Plane& plane : picture.planes)
    std::ranges::fill(plane.samples, plane.is_chroma ? picture.no_colour : 0);
  return picture;
}

/// Whether the picture comes out where the first frame from now on is.
void expect_still(StabilizeHarness& harness, GstVideoFormat format, Size size,
                  Position origin = {}) {
  const Picture start = scene_at(format, size, origin);
  EXPECT_EQ(largest_difference(harness.push(start), start), 0) << "a first frame";
  EXPECT_LT(interior_difference(
                harness.push(scene_at(format, size, {origin.x + 2.5, origin.y - 3.25})), start, 12),
            1.5)
      << gst_video_format_to_string(format) << " " << size.width << "x" << size.height;
}

class Black : public testing::TestWithParam<GstVideoFormat> {};

TEST_P(Black, FramesPassAndWhatFollowsIsStable) {
  StabilizeHarness harness(GetParam(), kSize, {{"smoothing", "0"}});
  const Picture nothing = black(GetParam(), kSize);
  for (int frame = 0; frame < 7; ++frame) {
    const Owned<GstBuffer> output = harness.FilterHarness::push(buffer_of(nothing, frame));
    EXPECT_EQ(largest_difference(read(GetParam(), kSize, output.get()), nothing), 0);
    EXPECT_EQ(meta_of(output.get()).value().confidence, 0);
  }
  // Whichever frame of the scene becomes the reference, the others stand where it does.
  std::vector<Picture> outputs;
  for (int frame = 0; frame < 12; ++frame)
    outputs.push_back(harness.push(scene_at(GetParam(), kSize, {frame % 2 == 0 ? 0.0 : 2.5, 0})));
  EXPECT_LT(interior_difference(outputs[10], outputs[11], 12), 1.5);
}

INSTANTIATE_TEST_SUITE_P(
    , Black, testing::Values(GST_VIDEO_FORMAT_GRAY8, GST_VIDEO_FORMAT_I420, GST_VIDEO_FORMAT_BGRx),
    [](const auto& test) { return std::string(gst_video_format_to_string(test.param)); });

// Frames without an extent to speak of, and smaller than the taps: nothing can be known of most,
// all come out.
TEST(Tiny, FramesComeOut) {
  for (const GstVideoFormat format : all_formats()) {
    for (const Size size : {Size{1, 1}, Size{1, 40}, Size{40, 1}, Size{2, 3}, Size{9, 7}}) {
      StabilizeHarness harness(format, size, {});
      for (unsigned frame = 0; frame < 3; ++frame)
        harness.push(random_picture(format, size, frame));
      harness.push(black(format, size));
      EXPECT_TRUE(harness.errors().empty());
    }
  }
}

TEST(Tiny, RowMovesAlongItself) {
  constexpr Size kRow = {200, 1};
  StabilizeHarness harness(kFormat, kRow, {{"smoothing", "0"}});
  const Picture start = scene_at(kFormat, kRow, {});
  harness.push(start);
  const Said said = harness.push_and_read_meta(scene_at(kFormat, kRow, {3, 0})).value();
  EXPECT_NEAR(said.dx, 3, kShiftError);
  EXPECT_EQ(said.dy, 0);
}

TEST(StabilizeCaps, FollowsSizeAndFormat) {
  StabilizeHarness harness(kFormat, kSize, {{"smoothing", "0"}});
  expect_still(harness, kFormat, kSize);
  for (const auto& [format, size] :
       {std::pair(GST_VIDEO_FORMAT_NV12, Size{101, 77}),
        std::pair(GST_VIDEO_FORMAT_RGB, Size{64, 64}),
        std::pair(GST_VIDEO_FORMAT_I420, Size{96, 80}), std::pair(kFormat, kSize)}) {
    harness.set_caps(format, size);
    expect_still(harness, format, size);
  }
}

TEST(StabilizeMemory, MayHaveAnyStrides) {
  for (const GstVideoFormat format :
       {GST_VIDEO_FORMAT_I420, GST_VIDEO_FORMAT_RGB, GST_VIDEO_FORMAT_GRAY16_LE}) {
    StabilizeHarness plain(format, kSize, {{"smoothing", "0"}});
    StabilizeHarness strided(format, kSize, {{"smoothing", "0"}});
    for (int frame = 0; frame < 3; ++frame) {
      const Picture input = scene_at(format, kSize, {1.75 * frame, -1.0 * frame});
      const Owned<GstBuffer> output =
          strided.FilterHarness::push(strided_buffer_of(input, 2 + 32 * frame, frame));
      EXPECT_EQ(largest_difference(plain.push(input), read(format, kSize, output.get())), 0);
    }
  }
}

TEST(StabilizeFlush, BeginsAnew) {
  StabilizeHarness harness(kFormat, kSize, {{"smoothing", "0"}});
  expect_still(harness, kFormat, kSize);
  ASSERT_TRUE(gst_harness_push_event(harness.get(), gst_event_new_flush_start()));
  ASSERT_TRUE(gst_harness_push_event(harness.get(), gst_event_new_flush_stop(TRUE)));
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  ASSERT_TRUE(gst_harness_push_event(harness.get(), gst_event_new_segment(&segment)));
  expect_still(harness, kFormat, kSize, {-4, 1});
}

TEST(StabilizeEos, EndsTheStream) {
  StabilizeHarness harness(kFormat, kSize, {{"smoothing", "0"}});
  expect_still(harness, kFormat, kSize);
  ASSERT_TRUE(gst_harness_push_event(harness.get(), gst_event_new_eos()));
  EXPECT_EQ(gst_harness_push(harness.get(), buffer_of(black(kFormat, kSize))), GST_FLOW_EOS);
}

TEST(StabilizeLatency, IsNone) {
  StabilizeHarness harness(kFormat, kSize, {{"smoothing", "0"}});
  expect_still(harness, kFormat, kSize);
  EXPECT_EQ(gst_harness_query_latency(harness.get()), 0U);
}

TEST(StabilizeRestart, FromNullRunsTwiceAlike) {
  GError* error = nullptr;
  const Owned<GstElement> pipeline(gst_parse_launch(
      "videotestsrc pattern=circular horizontal-speed=3 num-buffers=6 ! "
      "video/x-raw,format=I420,width=80,height=60 ! "
      "fftstabilize smoothing=2 ! fakesink name=sink sync=false signal-handoffs=true",
      &error));
  ASSERT_EQ(error, nullptr);
  const Owned<GstElement> sink(gst_bin_get_by_name(GST_BIN(pipeline.get()), "sink"));
  std::vector<Picture> pictures;
  g_signal_connect(
      sink.get(), "handoff",
      G_CALLBACK(+[](GstElement*, GstBuffer* buffer, GstPad*, std::vector<Picture>* seen) {
        seen->push_back(read(GST_VIDEO_FORMAT_I420, {80, 60}, buffer));
      }),
      &pictures);
  const Owned<GstBus> bus(gst_element_get_bus(pipeline.get()));
  for (int time = 0; time < 2; ++time) {
    gst_element_set_state(pipeline.get(), GST_STATE_PLAYING);
    const Owned<GstMessage> message(gst_bus_timed_pop_filtered(
        bus.get(), 20 * GST_SECOND,
        static_cast<GstMessageType>(GST_MESSAGE_EOS | GST_MESSAGE_ERROR)));
    ASSERT_NE(message, nullptr);
    EXPECT_EQ(GST_MESSAGE_TYPE(message.get()), GST_MESSAGE_EOS);
    gst_element_set_state(pipeline.get(), GST_STATE_NULL);
  }
  ASSERT_EQ(pictures.size(), 12U);
  for (int i = 0; i < 6; ++i) EXPECT_EQ(largest_difference(pictures[i], pictures[i + 6]), 0);
}

// A larger max-shift needs other taps, which a background thread prepares; the ones before serve
// meanwhile.
TEST(StabilizeChange, OfMaxShiftComesWithoutAGap) {
  StabilizeHarness harness(kFormat, kSize,
                           {{"smoothing", "0"}, {"reference", "first"}, {"max-shift", "2"}});
  harness.push(scene_at(kFormat, kSize, {}));
  const Picture far = scene_at(kFormat, kSize, {9, 0});
  EXPECT_EQ(harness.push_and_read_meta(far).value().correction_x, -2);
  harness.set("max-shift", "20");
  double correction = -2;
  for (int i = 0; i < 20000 && correction == -2; ++i) {
    correction = harness.push_and_read_meta(far).value().correction_x;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_NEAR(correction, -9, kShiftError);
  harness.set("max-shift", "5");
  EXPECT_EQ(harness.push_and_read_meta(far).value().correction_x, -5)
      << "at once, since the taps suffice";
  EXPECT_TRUE(harness.warnings().empty());
}

TEST(StabilizeChange, OfTheEdgeModeShowsAtTheEdge) {
  StabilizeHarness harness(kFormat, kSize, {{"smoothing", "0"}, {"reference", "first"}});
  harness.push(scene_at(kFormat, kSize, {}));
  const Picture right = scene_at(kFormat, kSize, {10, 0});
  const auto last_column = [&](const Picture& picture) {
    return picture.planes[0].at(40, kSize.width - 2, 0);
  };
  EXPECT_GT(last_column(harness.push(right)), 10) << "replicated";
  harness.set("edge-mode", "constant");
  int sample = 255;
  for (int i = 0; i < 20000 && sample > 2; ++i) {
    sample = last_column(harness.push(right));
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_LE(sample, 2) << "black";
}

TEST(StabilizeChange, OfTheReferenceBeginsAnew) {
  StabilizeHarness harness(kFormat, kSize, {{"smoothing", "0"}});
  expect_still(harness, kFormat, kSize);
  harness.set("reference", "first");
  expect_still(harness, kFormat, kSize, {-4, 1});
}

TEST(StabilizeChange, OfTheBackendIsRefusedWhilePlaying) {
  StabilizeHarness harness(kFormat, kSize, {});
  harness.set("backend", "cpu");
  EXPECT_EQ(harness.warnings().size(), 1U);
  gint backend = -1;
  g_object_get(harness.element(), "backend", &backend, nullptr);
  EXPECT_EQ(backend, 0) << "auto, as before";
}

TEST(StabilizeWrongFrame, SmallerThanItsCapsIsAnError) {
  StabilizeHarness harness(kFormat, kSize, {});
  EXPECT_EQ(harness.FilterHarness::push(gst_buffer_new_allocate(nullptr, 100, nullptr)), nullptr);
  EXPECT_EQ(harness.errors().size(), 1U);
}

}  // namespace
}  // namespace fftcore::test::stabilize_streaming_test
