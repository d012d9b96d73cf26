// SPDX-License-Identifier: LGPL-2.1-or-later
// fftforward over time: settings and neighbours that change, what is wrong and how it is said,
// streams that end and begin anew.
#include <gtest/gtest.h>

#include "forward_harness.h"

namespace fftcore::test::forward_changes_test {
namespace {

constexpr Size kSize = {20, 12};

GstBuffer* grey_frame(int index = 0) {
  return buffer_of(random_picture(GST_VIDEO_FORMAT_GRAY8, kSize), index);
}

Owned<GstBuffer> push_frame(ForwardHarness& harness) {
  return harness.push(grey_frame());
}

TEST(ForwardChange, OfPointsTakesEffectWithTheNextFrame) {
  ForwardHarness harness({}, "");
  harness.set_video(GST_VIDEO_FORMAT_GRAY8, kSize);
  ASSERT_NE(push_frame(harness), nullptr);
  set_property(harness.element(), "pad-width", "64");
  ASSERT_NE(push_frame(harness), nullptr);
  EXPECT_EQ(harness.info().layout.points.columns, 64);
}

TEST(ForwardChange, OfTheEdgeModeTakesEffectWithTheNextFrame) {
  ForwardHarness harness({{"edge-mode", "replicate"}}, "border-left=[5,100]");
  harness.set_video(GST_VIDEO_FORMAT_GRAY8, kSize);
  const Owned<GstBuffer> before = push_frame(harness);
  set_property(harness.element(), "edge-mode", "constant");
  const Owned<GstBuffer> after = push_frame(harness);
  ASSERT_NE(before, nullptr);
  ASSERT_NE(after, nullptr);
  EXPECT_GT(distance(harness.read(after.get()), harness.read(before.get())), 0.01);
}

TEST(ForwardChange, ThatDoesNotWorkIsAWarningAndTheLastOneServes) {
  struct Wrong {
    FilterHarness::Properties properties;
    std::vector<std::string> words;
  };
  const std::vector<Wrong> cases = {
      {{{"pad-width", "18"}}, {"pad-width=18", "20 pixels in a row", "2 + 0", "22 points"}},
      {{{"pad-width", "65"}}, {"pad-width=65", "even"}},
      {{{"pad-height", "4"}}, {"pad-height=4", "12 rows", "12 points"}},
      {{{"window", "hann"}}, {"downstream"}},
      {{{"block-size", "4096"}, {"hop", "5000"}}, {"hop=5000", "block-size=4096"}},
  };
  for (const Wrong& wrong : cases) {
    ForwardHarness harness({}, "border-left=[2,100]");
    harness.set_video(GST_VIDEO_FORMAT_GRAY8, kSize);
    ASSERT_NE(push_frame(harness), nullptr);
    const gst::SpectrumInfo before = harness.info();
    g_object_freeze_notify(G_OBJECT(harness.element()));
    for (const auto& [name, value] : wrong.properties) set_property(harness.element(), name, value);
    g_object_thaw_notify(G_OBJECT(harness.element()));
    for (int i = 0; i < 2; ++i) EXPECT_NE(push_frame(harness), nullptr);
    EXPECT_EQ(harness.info(), before);
    std::vector<std::string> words = wrong.words;
    words.emplace_back("the last settings that worked stay in use");
    expect_one(harness.warnings(), words);
    EXPECT_TRUE(harness.errors().empty());
  }
}

// Else gst-launch would say no more than that it could not link.
TEST(ForwardCaps, OfAnOddWidthAreThereSoThatItIsRefusedWithWords) {
  GstElement* const element = gst_element_factory_make("fftforward", nullptr);
  gst_object_ref_sink(element);
  g_object_set(element, "pad-width", 7, nullptr);
  GstPad* const pad = gst_element_get_static_pad(element, "sink");
  GstCaps* const video = gst_caps_from_string("video/x-raw");
  GstCaps* const caps = gst_pad_query_caps(pad, video);
  EXPECT_FALSE(gst_caps_is_empty(caps));
  gst_caps_unref(caps);
  gst_caps_unref(video);
  gst_object_unref(pad);
  gst_object_unref(element);
}

TEST(ForwardError, NamesThePropertyAtStart) {
  const auto expect_error = [](const FilterHarness::Properties& properties,
                               const std::vector<std::string>& words) {
    const Owned<GstElement> element(
        GST_ELEMENT(gst_object_ref_sink(gst_element_factory_make("fftforward", nullptr))));
    const Owned<GstBus> bus(gst_bus_new());
    gst_element_set_bus(element.get(), bus.get());
    for (const auto& [name, value] : properties) set_property(element.get(), name, value);
    EXPECT_EQ(gst_element_set_state(element.get(), GST_STATE_PAUSED), GST_STATE_CHANGE_FAILURE);
    expect_one(reports(bus.get(), GST_MESSAGE_ERROR), words);
    gst_element_set_state(element.get(), GST_STATE_NULL);
    gst_element_set_bus(element.get(), nullptr);
  };
  expect_error({{"pad-width", "641"}}, {"pad-width=641", "even", "65536"});
  expect_error({{"block-size", "1001"}}, {"block-size=1001", "even"});
  expect_error({{"block-size", "100"}, {"hop", "101"}}, {"hop=101", "1 to 100"});
}

TEST(ForwardError, NamesThePropertyWhereTheStreamDoesNotFit) {
  const auto expect_error = [](const FilterHarness::Properties& properties,
                               const std::string& wanted, GstVideoFormat format,
                               const std::vector<std::string>& words) {
    ForwardHarness harness(properties, wanted);
    harness.set_video(format, kSize);
    EXPECT_EQ(harness.push(buffer_of(random_picture(format, kSize))), nullptr);
    std::vector<Report> errors = harness.errors();
    ASSERT_FALSE(errors.empty());
    errors.resize(1);  // caps are sent again with what comes next
    expect_one(errors, words);
  };
  expect_error({{"pad-width", "18"}}, "", GST_VIDEO_FORMAT_GRAY8,
               {"pad-width=18", "20 pixels in a row", "at least 20 points"});
  expect_error({{"pad-height", "13"}}, "border-top=[1,9],border-bottom=[2,9]",
               GST_VIDEO_FORMAT_GRAY8, {"pad-height=13", "1 + 2", "at least 15"});
  expect_error({}, "columns=16", GST_VIDEO_FORMAT_GRAY8, {"downstream wants 16", "at least 20"});
  expect_error({{"precision", "fast"}}, "", GST_VIDEO_FORMAT_GRAY16_LE, {"precision", "GRAY16_LE"});
}

TEST(ForwardChange, OfWhatDownstreamAsksForIsFollowed) {
  ForwardHarness harness({}, "border-left=[1,100]");
  harness.set_video(GST_VIDEO_FORMAT_GRAY8, kSize);
  ASSERT_NE(push_frame(harness), nullptr);
  EXPECT_EQ(harness.info().border.left, 1);
  for (const int border : {9, 0}) {
    harness.want("border-left=[" + std::to_string(border) + ",100]");
    gst_harness_push_upstream_event(harness.get(), gst_event_new_reconfigure());
    const Owned<GstBuffer> output = push_frame(harness);
    ASSERT_NE(output, nullptr);
    EXPECT_EQ(harness.info().border.left, border);
    harness.read(output.get());
  }
}

TEST(ForwardChange, OfTheVideoIsFollowed) {
  ForwardHarness harness({}, "");
  for (const Size size : {kSize, Size{64, 48}, kSize}) {
    for (const GstVideoFormat format : {GST_VIDEO_FORMAT_GRAY8, GST_VIDEO_FORMAT_RGB}) {
      harness.set_video(format, size);
      ASSERT_NE(harness.push(buffer_of(random_picture(format, size))), nullptr);
      EXPECT_EQ(harness.info().width, size.width);
      EXPECT_EQ(harness.info().layout.channels, format == GST_VIDEO_FORMAT_RGB ? 3 : 1);
    }
  }
}

TEST(ForwardStream, ComesAgainAfterAStop) {
  ForwardHarness harness({}, "");
  for (int i = 0; i < 2; ++i) {
    gst_harness_play(harness.get());
    harness.set_video(GST_VIDEO_FORMAT_GRAY8, kSize);
    ASSERT_NE(push_frame(harness), nullptr);
    gst_element_set_state(harness.element(), GST_STATE_NULL);
  }
  EXPECT_TRUE(harness.errors().empty());
}

TEST(ForwardStream, GoesOnAfterAFlushAndEnds) {
  ForwardHarness harness({}, "");
  harness.set_video(GST_VIDEO_FORMAT_GRAY8, kSize);
  ASSERT_NE(push_frame(harness), nullptr);
  gst_harness_push_event(harness.get(), gst_event_new_flush_start());
  gst_harness_push_event(harness.get(), gst_event_new_flush_stop(TRUE));
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  gst_harness_push_event(harness.get(), gst_event_new_segment(&segment));
  ASSERT_NE(push_frame(harness), nullptr);
  EXPECT_TRUE(gst_harness_push_event(harness.get(), gst_event_new_eos()));
}

TEST(ForwardStream, LeavesLateFramesOut) {
  ForwardHarness harness({}, "");
  harness.set_video(GST_VIDEO_FORMAT_GRAY8, kSize);
  ASSERT_NE(push_frame(harness), nullptr);
  gst_harness_push_upstream_event(harness.get(),
                                  gst_event_new_qos(GST_QOS_TYPE_UNDERFLOW, 0.5, GST_SECOND, 0));
  EXPECT_EQ(harness.push(grey_frame(1)), nullptr);
  EXPECT_NE(harness.push(grey_frame(100)), nullptr);
}

// Until the end, or the first error; whose text is returned.
std::string run(const std::string& line) {
  GError* error = nullptr;
  const Owned<GstElement> pipeline(
      GST_ELEMENT(gst_object_ref_sink(gst_parse_launch(line.c_str(), &error))));
  if (error != nullptr) throw std::runtime_error(error->message);
  gst_element_set_state(pipeline.get(), GST_STATE_PLAYING);
  const Owned<GstBus> bus(gst_element_get_bus(pipeline.get()));
  const Owned<GstMessage> last(
      gst_bus_timed_pop_filtered(bus.get(), 20 * GST_SECOND,
                                 static_cast<GstMessageType>(GST_MESSAGE_EOS | GST_MESSAGE_ERROR)));
  std::string text;
  if (last == nullptr) {
    text = "it does not end";
  } else if (GST_MESSAGE_TYPE(last.get()) == GST_MESSAGE_ERROR) {
    gst_message_parse_error(last.get(), &error, nullptr);
    text = error->message;
    g_error_free(error);
  }
  gst_element_set_state(pipeline.get(), GST_STATE_NULL);
  return text;
}

// What all branches take is what is made: here the one along rows and columns.
TEST(ForwardStream, FeedsSeveralBranches) {
  const std::string line =
      "videotestsrc num-buffers=5 ! video/x-raw,width=64,height=48 ! fftforward ! tee name=t "
      "t. ! queue ! application/x-fft-spectrum,transformed=rows-and-columns,border-left=[3,9] ! "
      "fakesink "
      "t. ! queue ! application/x-fft-spectrum,border-left=3 ! fakesink";
  EXPECT_EQ(run(line), "");
}

}  // namespace
}  // namespace fftcore::test::forward_changes_test
