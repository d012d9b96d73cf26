// SPDX-License-Identifier: LGPL-2.1-or-later
// What GStreamer asks of any video filter: renegotiation, flush, EOS, restart, QoS, passthrough,
// metas, latency.
#include <gtest/gtest.h>

#include "filter_harness.h"

namespace fftcore::test::streaming_test {
namespace {

constexpr Size kSize = {32, 20};

DirectFilter some_filter() {
  DirectFilter filter;
  filter.taps = {{0.5, 0, 0}, {0, 0.25, 0}, {0, 0, 0.25}};
  return filter;
}

void expect_filtered(FilterHarness& harness, GstVideoFormat format, Size size, unsigned seed) {
  const Picture input = random_picture(format, size, seed);
  EXPECT_LE(largest_difference(harness.push(input), apply(some_filter(), input)), 1)
      << gst_video_format_to_string(format) << " " << size.width << "x" << size.height;
}

TEST(Renegotiation, FollowsSizeAndFormat) {
  FilterHarness harness(GST_VIDEO_FORMAT_GRAY8, kSize, properties_of(some_filter()));
  expect_filtered(harness, GST_VIDEO_FORMAT_GRAY8, kSize, 1);
  for (const auto& [format, size] :
       {std::pair(GST_VIDEO_FORMAT_GRAY8, Size{50, 41}),
        std::pair(GST_VIDEO_FORMAT_NV12, Size{50, 41}),
        std::pair(GST_VIDEO_FORMAT_BGRx, Size{1, 1}), std::pair(GST_VIDEO_FORMAT_RGBA, Size{7, 9}),
        std::pair(GST_VIDEO_FORMAT_GRAY8, kSize)}) {
    harness.set_caps(format, size);
    expect_filtered(harness, format, size, 2);
  }
}

TEST(Renegotiation, HappensDuringABuild) {
  FilterHarness harness(GST_VIDEO_FORMAT_GRAY8, kSize, {{"kernel", "<<1.0>>"}, {"gain", "1"}});
  harness.push(random_picture(GST_VIDEO_FORMAT_GRAY8, kSize));
  harness.set("kernel", as_kernel_text(some_filter().taps));
  harness.push(random_picture(GST_VIDEO_FORMAT_GRAY8, kSize));
  harness.set_caps(GST_VIDEO_FORMAT_I420, {18, 33});
  expect_filtered(harness, GST_VIDEO_FORMAT_I420, {18, 33}, 3);
}

TEST(Flush, IsFollowedByFramesAsBefore) {
  FilterHarness harness(GST_VIDEO_FORMAT_GRAY8, kSize, properties_of(some_filter()));
  expect_filtered(harness, GST_VIDEO_FORMAT_GRAY8, kSize, 1);
  ASSERT_TRUE(gst_harness_push_event(harness.get(), gst_event_new_flush_start()));
  EXPECT_EQ(
      gst_harness_push(harness.get(), buffer_of(random_picture(GST_VIDEO_FORMAT_GRAY8, kSize))),
      GST_FLOW_FLUSHING);
  ASSERT_TRUE(gst_harness_push_event(harness.get(), gst_event_new_flush_stop(TRUE)));
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  ASSERT_TRUE(gst_harness_push_event(harness.get(), gst_event_new_segment(&segment)));
  expect_filtered(harness, GST_VIDEO_FORMAT_GRAY8, kSize, 2);
}

TEST(Eos, PassesAndEndsTheStream) {
  FilterHarness harness(GST_VIDEO_FORMAT_GRAY8, kSize, properties_of(some_filter()));
  expect_filtered(harness, GST_VIDEO_FORMAT_GRAY8, kSize, 1);
  ASSERT_TRUE(gst_harness_push_event(harness.get(), gst_event_new_eos()));
  EXPECT_EQ(
      gst_harness_push(harness.get(), buffer_of(random_picture(GST_VIDEO_FORMAT_GRAY8, kSize))),
      GST_FLOW_EOS);
  bool has_eos = false;
  while (GstEvent* event = gst_harness_try_pull_event(harness.get())) {
    has_eos = has_eos || GST_EVENT_TYPE(event) == GST_EVENT_EOS;
    gst_event_unref(event);
  }
  EXPECT_TRUE(has_eos);
}

TEST(Restart, FromNullRunsTwiceAlike) {
  GError* error = nullptr;
  const Owned<GstElement> pipeline(
      gst_parse_launch("videotestsrc pattern=circular num-buffers=5 ! "
                       "video/x-raw,format=I420,width=40,height=30 ! fftfilter "
                       "filter=lowpass name=f ! "
                       "fakesink name=sink sync=false signal-handoffs=true",
                       &error));
  ASSERT_EQ(error, nullptr);
  const Owned<GstElement> sink(gst_bin_get_by_name(GST_BIN(pipeline.get()), "sink"));
  std::vector<Picture> pictures;
  g_signal_connect(
      sink.get(), "handoff",
      G_CALLBACK(+[](GstElement*, GstBuffer* buffer, GstPad*, std::vector<Picture>* seen) {
        seen->push_back(read(GST_VIDEO_FORMAT_I420, {40, 30}, buffer));
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
  ASSERT_EQ(pictures.size(), 10U);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(largest_difference(pictures[i], pictures[i + 5]), 0);
}

TEST(Restart, TakesTheSettingsThatAreThereByThen) {
  const Owned<GstElement> filter(
      GST_ELEMENT(gst_object_ref_sink(gst_element_factory_make("fftfilter", nullptr))));
  set_property(filter.get(), "kernel", "<<1.0,2.0>,<3.0>>");
  EXPECT_EQ(gst_element_set_state(filter.get(), GST_STATE_PAUSED), GST_STATE_CHANGE_FAILURE);
  gst_element_set_state(filter.get(), GST_STATE_NULL);
  set_property(filter.get(), "kernel", "<<1.0,2.0>,<3.0,4.0>>");
  EXPECT_EQ(gst_element_set_state(filter.get(), GST_STATE_PAUSED), GST_STATE_CHANGE_SUCCESS);
  gst_element_set_state(filter.get(), GST_STATE_NULL);
}

TEST(Passthrough, HandsOnTheVeryBuffer) {
  FilterHarness harness(GST_VIDEO_FORMAT_RGB, kSize, {});
  GstBuffer* input = buffer_of(random_picture(GST_VIDEO_FORMAT_RGB, kSize));
  EXPECT_EQ(harness.push(input).get(), input);
}

TEST(Passthrough, IsNotForAnyFilterGainOrOffset) {
  for (const auto& [property, value] : FilterHarness::Properties{
           {"filter", "lowpass"}, {"kernel", "<<1.0>>"}, {"gain", "0.5"}, {"offset", "1"}}) {
    FilterHarness harness(GST_VIDEO_FORMAT_RGB, kSize, {{property, value}});
    GstBuffer* input = buffer_of(random_picture(GST_VIDEO_FORMAT_RGB, kSize));
    EXPECT_NE(harness.push(gst_buffer_ref(input)).get(), input) << property;
    gst_buffer_unref(input);
  }
}

TEST(Qos, DropsFramesThatAreLate) {
  FilterHarness harness(GST_VIDEO_FORMAT_GRAY8, kSize, properties_of(some_filter()));
  expect_filtered(harness, GST_VIDEO_FORMAT_GRAY8, kSize, 1);
  gst_harness_push_upstream_event(harness.get(),
                                  gst_event_new_qos(GST_QOS_TYPE_UNDERFLOW, 2.0, GST_SECOND, 0));
  const Picture picture = random_picture(GST_VIDEO_FORMAT_GRAY8, kSize);
  EXPECT_EQ(harness.push(buffer_of(picture, 2)), nullptr) << "long past";
  EXPECT_NE(harness.push(buffer_of(picture, 100)), nullptr) << "still to come";
}

TEST(Buffers, KeepTimesAndWhatIsKnownOfThePicture) {
  FilterHarness harness(GST_VIDEO_FORMAT_GRAY8, kSize, properties_of(some_filter()));
  GstBuffer* input = buffer_of(random_picture(GST_VIDEO_FORMAT_GRAY8, kSize), 7);
  gst_buffer_add_video_region_of_interest_meta(input, "face", 1, 2, 3, 4);
  const Owned<GstBuffer> output = harness.push(input);
  ASSERT_NE(output, nullptr);
  EXPECT_EQ(GST_BUFFER_PTS(output.get()), 7 * GST_SECOND / 25);
  EXPECT_EQ(GST_BUFFER_DURATION(output.get()), GST_SECOND / 25);
  const auto* region = reinterpret_cast<GstVideoRegionOfInterestMeta*>(
      gst_buffer_get_meta(output.get(), GST_VIDEO_REGION_OF_INTEREST_META_API_TYPE));
  ASSERT_NE(region, nullptr);
  EXPECT_EQ(region->w, 3U);
}

TEST(Latency, IsNone) {
  FilterHarness harness(GST_VIDEO_FORMAT_GRAY8, kSize, properties_of(some_filter()));
  EXPECT_EQ(gst_harness_query_latency(harness.get()), 0U);
}

}  // namespace
}  // namespace fftcore::test::streaming_test
