// SPDX-License-Identifier: LGPL-2.1-or-later
// fftcorrelate as GStreamer asks it of any analyzer: renegotiation, flush, EOS, restart, QoS,
// changes while frames flow.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "correlate_harness.h"

namespace fftcore::test::correlate_streaming_test {
namespace {

constexpr Size kSize = {96, 64};
constexpr Part kPart = {20, 10, 16, 12};
constexpr GstVideoFormat kGrey = GST_VIDEO_FORMAT_GRAY8;

TEST(CorrelateRenegotiation, ThatLeavesNoRoomForTheTemplateIsAnError) {
  CorrelateHarness harness(kGrey, kSize, {{"template-rect", text_of(kPart)}});
  harness.push(random_picture(kGrey, kSize));
  harness.set_caps(kGrey, {30, 64});
  EXPECT_EQ(harness.FilterHarness::push(buffer_of(random_picture(kGrey, {30, 64}))), nullptr);
  const std::vector<Report> errors = harness.errors();
  ASSERT_GE(errors.size(), 1U);
  EXPECT_NE(errors[0].text.find("template-rect"), std::string::npos) << errors[0].text;
}

TEST(CorrelateRenegotiation, KeepsATemplateFromThePad) {
  CorrelateHarness harness(kGrey, kSize, {});
  TemplateSender sender(harness.element());
  const Picture pattern = random_picture(kGrey, {16, 12}, 5);
  ASSERT_EQ(sender.push(pattern), GST_FLOW_OK);
  for (const auto& [format, size] :
       {std::pair(kGrey, kSize), std::pair(GST_VIDEO_FORMAT_NV12, Size{120, 50}),
        std::pair(kGrey, kSize)}) {
    harness.set_caps(format, size);
    Picture picture = random_picture(format, size, 2);
    plant(picture, pattern, {0, 0, 16, 12}, 33, 21);
    const std::vector<Place> places = harness.places_in(picture);
    ASSERT_EQ(places.size(), 1U);
    EXPECT_NEAR(places[0].x, 33, kPlaceError);
    EXPECT_NEAR(places[0].y, 21, kPlaceError);
    EXPECT_GT(places[0].score, 0.99);
  }
}

TEST(CorrelateFlush, SearchesEverywhereAgain) {
  CorrelateHarness harness(kGrey, kSize,
                           {{"template-rect", text_of(kPart)}, {"search-margin", "3"}});
  const Picture first = random_picture(kGrey, kSize, 1);
  harness.push(first);
  Picture elsewhere = random_picture(kGrey, kSize, 2);
  plant(elsewhere, first, kPart, 70, 50);
  EXPECT_TRUE(harness.places_in(elsewhere).empty());
  ASSERT_TRUE(gst_harness_push_event(harness.get(), gst_event_new_flush_start()));
  EXPECT_EQ(gst_harness_push(harness.get(), buffer_of(first)), GST_FLOW_FLUSHING);
  ASSERT_TRUE(gst_harness_push_event(harness.get(), gst_event_new_flush_stop(TRUE)));
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  ASSERT_TRUE(gst_harness_push_event(harness.get(), gst_event_new_segment(&segment)));
  const std::vector<Place> places = harness.places_in(elsewhere);
  ASSERT_EQ(places.size(), 1U) << "with the template that was taken before";
  EXPECT_NEAR(places[0].x, 70, kPlaceError);
  EXPECT_NEAR(places[0].y, 50, kPlaceError);
}

TEST(CorrelateFlush, ForgetsTheFrameBefore) {
  CorrelateHarness harness(kGrey, kSize, {{"method", "phase"}, {"threshold", "0"}});
  const Picture picture = random_picture(kGrey, kSize, 1);
  EXPECT_TRUE(harness.places_in(picture).empty());
  EXPECT_EQ(harness.places_in(picture).size(), 1U);
  gst_harness_push_event(harness.get(), gst_event_new_flush_start());
  gst_harness_push_event(harness.get(), gst_event_new_flush_stop(TRUE));
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  gst_harness_push_event(harness.get(), gst_event_new_segment(&segment));
  EXPECT_TRUE(harness.places_in(picture).empty());
}

TEST(CorrelateEos, PassesAndEndsTheStream) {
  CorrelateHarness harness(kGrey, kSize, {{"template-rect", text_of(kPart)}});
  harness.push(random_picture(kGrey, kSize));
  ASSERT_TRUE(gst_harness_push_event(harness.get(), gst_event_new_eos()));
  EXPECT_EQ(gst_harness_push(harness.get(), buffer_of(random_picture(kGrey, kSize))), GST_FLOW_EOS);
}

TEST(CorrelateQos, DropsFramesThatAreLate) {
  CorrelateHarness harness(kGrey, kSize, {{"template-rect", text_of(kPart)}});
  const Picture picture = random_picture(kGrey, kSize);
  harness.push(picture);
  gst_harness_push_upstream_event(harness.get(),
                                  gst_event_new_qos(GST_QOS_TYPE_UNDERFLOW, 2.0, GST_SECOND, 0));
  EXPECT_EQ(harness.FilterHarness::push(buffer_of(picture, 2)), nullptr) << "long past";
  EXPECT_NE(harness.FilterHarness::push(buffer_of(picture, 100)), nullptr) << "still to come";
}

// A whole pipeline with a still picture as its template, twice.
TEST(CorrelateRestart, FromNullRunsTwiceAlike) {
  GError* error = nullptr;
  const Owned<GstElement> pipeline(
      gst_parse_launch("videotestsrc pattern=smpte75 ! "
                       "video/x-raw,format=I420,width=160,height=120,framerate=50/1 "
                       "! fftcorrelate name=c ! fakesink sync=true "
                       "videotestsrc pattern=smpte75 num-buffers=1 ! "
                       "video/x-raw,format=RGB,width=160,height=120 ! videocrop "
                       "left=40 top=60 right=72 bottom=20 ! "
                       "imagefreeze ! c.template",
                       &error));
  const bool has_all = error == nullptr;
  g_clear_error(&error);
  if (!has_all)
    GTEST_SKIP() << "no videocrop or imagefreeze here (Debian: gstreamer1.0-plugins-good)";
  const Owned<GstBus> bus(gst_element_get_bus(pipeline.get()));
  for (int time = 0; time < 2; ++time) {
    gst_element_set_state(pipeline.get(), GST_STATE_PLAYING);
    // The video goes on until the template has come.
    double score = 0;
    while (score < 0.98) {
      const Owned<GstMessage> message(gst_bus_timed_pop_filtered(
          bus.get(), 20 * GST_SECOND,
          static_cast<GstMessageType>(GST_MESSAGE_ERROR | GST_MESSAGE_ELEMENT)));
      ASSERT_NE(message, nullptr) << "a score of " << score;
      ASSERT_EQ(GST_MESSAGE_TYPE(message.get()), GST_MESSAGE_ELEMENT);
      const GstStructure* const found = gst_message_get_structure(message.get());
      if (gst_structure_get_double(found, "score", &score) != FALSE) {
        ASSERT_GT(score, 0.98) << "the same picture, once from RGB and once from I420";
      }
    }
    gst_element_set_state(pipeline.get(), GST_STATE_NULL);
  }
}

TEST(CorrelateChange, OfEverythingWhileFramesFlow) {
  CorrelateHarness harness(kGrey, kSize,
                           {{"template-rect", text_of(kPart)}, {"post-messages", "false"}});
  const std::vector<std::pair<const char*, std::vector<const char*>>> values = {
      {"method", {"ccorr", "ccorr-normed", "ccoeff-normed", "phase"}},
      {"template-rect", {"<20,10,16,12>", "<1,2,30,20>", "<>"}},
      {"search-rect", {"<>", "<10,8,60,50>"}},
      {"search-margin", {"-1", "0", "9", "1000"}},
      {"max-peaks", {"1", "7", "64"}},
      {"threshold", {"0.5", "-1", "0.9"}},
      {"flat", {"0", "3"}},
      {"update-rate", {"0", "0.3", "1"}},
      {"output", {"passthrough", "overlay", "surface"}},
      {"attach-meta", {"true", "false"}},
      {"post-messages", {"true", "false"}},
  };
  std::atomic<bool> is_over = false;
  std::thread application([&] {
    unsigned state = 1;
    while (!is_over) {
      state = state * 1664525 + 1013904223;
      const auto& [name, choices] = values[(state >> 16) % values.size()];
      harness.set(name, choices[(state >> 8) % choices.size()]);
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
  });
  for (int frame = 0; frame < 300; ++frame)
    EXPECT_NE(harness.FilterHarness::push(buffer_of(random_picture(kGrey, kSize, 1), frame)),
              nullptr);
  is_over = true;
  application.join();
  EXPECT_TRUE(harness.errors().empty());
}

TEST(CorrelateChange, OfTheBackendIsRefusedWhilePlaying) {
  CorrelateHarness harness(kGrey, kSize, {});
  harness.set("backend", "cpu");
  EXPECT_EQ(harness.warnings().size(), 1U);
}

TEST(CorrelateProperties, AreReadAsTheyWereSet) {
  const Owned<GstElement> element(
      GST_ELEMENT(gst_object_ref_sink(gst_element_factory_make("fftcorrelate", nullptr))));
  for (const auto& [name, value] : FilterHarness::Properties{{"method", "phase"},
                                                             {"template-location", "x.png"},
                                                             {"template-rect", "< 1, 2, 3, 4 >"},
                                                             {"threshold", "0.25"},
                                                             {"max-peaks", "3"},
                                                             {"search-rect", "< 5, 6, 7, 8 >"},
                                                             {"search-margin", "9"},
                                                             {"update-rate", "0.125"},
                                                             {"post-messages", "false"},
                                                             {"attach-meta", "false"},
                                                             {"output", "surface"},
                                                             {"backend", "cpu"},
                                                             {"cuda-device-id", "2"},
                                                             {"n-threads", "2"}}) {
    set_property(element.get(), name, value);
    GValue read = G_VALUE_INIT;
    GParamSpec* const spec =
        g_object_class_find_property(G_OBJECT_GET_CLASS(element.get()), name.c_str());
    ASSERT_NE(spec, nullptr) << name;
    g_value_init(&read, spec->value_type);
    g_object_get_property(G_OBJECT(element.get()), name.c_str(), &read);
    gchar* const text = gst_value_serialize(&read);
    GValue expected = G_VALUE_INIT;
    g_value_init(&expected, spec->value_type);
    if (G_IS_PARAM_SPEC_ENUM(spec)) {
      EXPECT_EQ(text, value) << name;
    } else if (GST_IS_PARAM_SPEC_ARRAY_LIST(spec)) {
      EXPECT_EQ(std::string(text), std::string("< (int)") + value.substr(2, 1) + ", (int)" +
                                       value.substr(5, 1) + ", (int)" + value.substr(8, 1) +
                                       ", (int)" + value.substr(11, 1) + " >");
    } else {
      ASSERT_TRUE(gst_value_deserialize(&expected, value.c_str())) << name;
      EXPECT_EQ(gst_value_compare(&read, &expected), GST_VALUE_EQUAL) << name << " " << text;
    }
    g_free(text);
    g_value_unset(&read);
    g_value_unset(&expected);
  }
}

}  // namespace
}  // namespace fftcore::test::correlate_streaming_test
