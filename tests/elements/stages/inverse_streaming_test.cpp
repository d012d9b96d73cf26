// SPDX-License-Identifier: LGPL-2.1-or-later
// What GStreamer asks of any element, of fftinverse and fftview: renegotiation, flush, EOS,
// restart, QoS, times, metas, latency.
#include <gtest/gtest.h>

#include "spectra/spectrum_meta.h"
#include "spectrum_harness.h"

namespace fftcore::test::inverse_streaming_test {
namespace {

using gst::SpectrumInfo;

constexpr Size kSize = {32, 20};
constexpr Extent kPoints = {24, 36};
constexpr auto kGrey = GST_VIDEO_FORMAT_GRAY8;

SpectrumInfo grey_info() {
  return spectrum_of_video(kGrey, kSize, kPoints);
}
GstBuffer* grey_spectrum(int index = 0) {
  return spectrum_buffer(random_picture(kGrey, kSize), grey_info(), index);
}

class EachElement : public testing::TestWithParam<const char*> {
 protected:
  EachElement() { harness.set_caps(grey_info()); }
  bool is_inverse() const { return std::string_view(GetParam()) == "fftinverse"; }

  SpectrumHarness harness{GetParam(), {}, "video/x-raw,format=GRAY8"};
};
INSTANTIATE_TEST_SUITE_P(SpectrumStreams, EachElement, testing::Values("fftinverse", "fftview"),
                         [](const auto& each) { return std::string(each.param); });

TEST_P(EachElement, IsFollowedByPicturesAsBeforeAfterAFlush) {
  const Picture before = harness.push_for_picture(grey_spectrum());
  ASSERT_TRUE(gst_harness_push_event(harness.get(), gst_event_new_flush_start()));
  EXPECT_EQ(gst_harness_push(harness.get(), grey_spectrum()), GST_FLOW_FLUSHING);
  ASSERT_TRUE(gst_harness_push_event(harness.get(), gst_event_new_flush_stop(TRUE)));
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  ASSERT_TRUE(gst_harness_push_event(harness.get(), gst_event_new_segment(&segment)));
  EXPECT_EQ(largest_difference(harness.push_for_picture(grey_spectrum()), before), 0);
}

TEST_P(EachElement, EndsTheStream) {
  harness.push_for_picture(grey_spectrum());
  ASSERT_TRUE(gst_harness_push_event(harness.get(), gst_event_new_eos()));
  EXPECT_EQ(gst_harness_push(harness.get(), grey_spectrum()), GST_FLOW_EOS);
  bool has_eos = false;
  while (GstEvent* event = gst_harness_try_pull_event(harness.get())) {
    has_eos = has_eos || GST_EVENT_TYPE(event) == GST_EVENT_EOS;
    gst_event_unref(event);
  }
  EXPECT_TRUE(has_eos);
}

TEST_P(EachElement, DropsFramesThatAreLate) {
  harness.push_for_picture(grey_spectrum());
  gst_harness_push_upstream_event(harness.get(),
                                  gst_event_new_qos(GST_QOS_TYPE_UNDERFLOW, 2.0, GST_SECOND, 0));
  EXPECT_EQ(harness.push(grey_spectrum(2)), nullptr) << "long past";
  EXPECT_NE(harness.push(grey_spectrum(100)), nullptr) << "still to come";
}

TEST_P(EachElement, KeepsTimesAndHoldsNoFrame) {
  GstBuffer* const frame = buffer_of(random_picture(kGrey, kSize));
  GstBuffer* const input = spectrum_buffer(random_picture(kGrey, kSize), grey_info(), 7, frame);
  gst_buffer_add_video_region_of_interest_meta(input, "face", 1, 2, 3, 4);
  const Owned<GstBuffer> output = harness.push(input);
  ASSERT_NE(output, nullptr);
  EXPECT_EQ(GST_BUFFER_PTS(output.get()), 7 * GST_SECOND / 25);
  EXPECT_EQ(GST_BUFFER_DURATION(output.get()), GST_SECOND / 25);
  EXPECT_FALSE(gst::source_frame(output.get()).has_value());
  EXPECT_EQ(GST_MINI_OBJECT_REFCOUNT_VALUE(frame), 1);
  gst_buffer_unref(frame);
  const bool has_region =
      gst_buffer_get_meta(output.get(), GST_VIDEO_REGION_OF_INTEREST_META_API_TYPE) != nullptr;
  EXPECT_EQ(has_region, is_inverse()) << "a place in the frame is none in its spectrum";
}

TEST_P(EachElement, HasNoLatency) {
  EXPECT_EQ(gst_harness_query_latency(harness.get()), 0U);
}

TEST_P(EachElement, StartsAgainFromNull) {
  const Picture before = harness.push_for_picture(grey_spectrum());
  for (int time = 0; time < 2; ++time) {
    gst_element_set_state(harness.element(), GST_STATE_NULL);
    gst_element_set_state(harness.element(), GST_STATE_PLAYING);
    harness.set_caps(grey_info());
    EXPECT_EQ(largest_difference(harness.push_for_picture(grey_spectrum()), before), 0);
  }
}

TEST(SpectrumRenegotiation, FollowsSizeFormatAndPrecision) {
  SpectrumHarness inverse("fftinverse"), view("fftview");
  for (const auto& [format, size, transformed] :
       {std::tuple(kGrey, kSize, Transformed::rows_and_columns),
        {kGrey, Size{13, 9}, Transformed::rows_and_columns},
        {GST_VIDEO_FORMAT_NV12, kSize, Transformed::rows_and_columns},
        {GST_VIDEO_FORMAT_NV12, kSize, Transformed::rows},
        {GST_VIDEO_FORMAT_RGB, Size{7, 24}, Transformed::rows_and_columns},
        {kGrey, Size{1, 1}, Transformed::rows_and_columns}}) {
    const SpectrumInfo info = spectrum_of_video(format, size, kPoints, transformed);
    const Picture input = random_picture(format, size, 4);
    const Owned<GstBuffer> frame(buffer_of(input));
    inverse.set_caps(info);
    EXPECT_EQ(largest_difference(
                  inverse.push_for_picture(spectrum_buffer(input, info, 0, frame.get())), input),
              0);
    if (transformed == Transformed::rows) continue;
    view.set_caps(info);
    EXPECT_EQ(view.push_for_picture(spectrum_buffer(input, info)).planes[0].columns, 36);
  }
}

TEST(ViewRunning, ForgetsItsRangeAtAFlush) {
  SpectrumInfo info = grey_info();
  const auto spectrum = [&](float size) {
    std::vector<float> bins(size_bytes(info.layout) / sizeof(float), size);
    return gst_buffer_new_memdup(bins.data(), bins.size() * sizeof(float));
  };
  SpectrumHarness harness("fftview", {}, "video/x-raw,format=GRAY8");
  harness.set_caps(info);
  const auto level = [&](float size) {
    return harness.push_for_picture(spectrum(size)).planes[0].at(0, 0, 0);
  };
  EXPECT_EQ(level(1000), 255);
  EXPECT_NEAR(level(1), 255 * (100 - 60 * 15 / 16.0) / 100, 1);
  gst_harness_push_event(harness.get(), gst_event_new_flush_start());
  gst_harness_push_event(harness.get(), gst_event_new_flush_stop(TRUE));
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  gst_harness_push_event(harness.get(), gst_event_new_segment(&segment));
  EXPECT_EQ(level(1), 255);
}

}  // namespace
}  // namespace fftcore::test::inverse_streaming_test
