// SPDX-License-Identifier: LGPL-2.1-or-later
// fftforward ! fftmultiply ! fftinverse beside fftfilter, which does the same in one element.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "filter_harness.h"
#include "multiply_harness.h"

namespace fftcore::test::multiply_chain_test {
namespace {

constexpr Size kSize = {64, 48};

class Chain {
 public:
  explicit Chain(const std::string& middle, GstVideoFormat format = GST_VIDEO_FORMAT_NV12)
      : format_(format), bus_(gst_bus_new()) {
    harness_ = gst_harness_new_parse(fmt::format("fftforward name=forward edge-mode=reflect-101 "
                                                 "backend=cpu ! {} ! fftinverse backend=cpu",
                                                 middle)
                                         .c_str());
    gst_element_set_bus(harness_->element, bus_.get());
    gst_harness_set_src_caps(harness_, caps_of(info_of(format, kSize)));
  }
  ~Chain() {
    gst_element_set_bus(harness_->element, nullptr);
    gst_harness_teardown(harness_);
  }
  Chain(const Chain&) = delete;
  Chain& operator=(const Chain&) = delete;

  GstHarness* get() const { return harness_; }
  void set(const char* element, const std::string& property, const std::string& value) {
    const Owned<GstElement> found(gst_bin_get_by_name(GST_BIN(harness_->element), element));
    set_property(found.get(), property, value);
  }
  Picture push(const Picture& picture) {
    const GstFlowReturn flow = gst_harness_push(harness_, buffer_of(picture, index_++));
    const Owned<GstBuffer> output(flow == GST_FLOW_OK ? gst_harness_try_pull(harness_) : nullptr);
    if (output == nullptr)
      throw std::runtime_error(fmt::format("no frame came out: {}", gst_flow_get_name(flow)));
    return read(format_, kSize, output.get());
  }
  std::vector<Report> reported(GstMessageType type) const { return reports(bus_.get(), type); }

 private:
  GstVideoFormat format_;
  Owned<GstBus> bus_;
  GstHarness* harness_ = nullptr;
  int index_ = 0;
};

Picture filtered(const Picture& picture, FilterHarness::Properties properties) {
  properties.emplace_back("backend", "cpu");
  FilterHarness filter(picture.format, kSize, properties);
  return filter.push(picture);
}

TEST(MultiplyChain, GivesWhatFftfilterGives) {
  const Taps taps = random_taps({4, 7});
  for (const GstVideoFormat format : all_formats()) {
    const Picture picture = random_picture(format, kSize);
    Chain chain(fmt::format("fftmultiply backend=cpu kernel=\"{}\"", as_kernel_text(taps)), format);
    EXPECT_LE(largest_difference(chain.push(picture),
                                 filtered(picture, {{"kernel", as_kernel_text(taps)}})),
              1)
        << gst_video_format_to_string(format);
  }
}

TEST(MultiplyChain, FollowsAKernelThatReachesFurther) {
  const Picture picture = random_picture(GST_VIDEO_FORMAT_NV12, kSize);
  const std::string first = as_kernel_text(random_taps({3, 3})),
                    larger = as_kernel_text(random_taps({9, 15}));
  Chain chain(fmt::format("fftmultiply name=m backend=cpu kernel=\"{}\"", first));
  const Picture before = filtered(picture, {{"kernel", first}}),
                after = filtered(picture, {{"kernel", larger}});
  EXPECT_LE(largest_difference(chain.push(picture), before), 1);
  chain.set("m", "kernel", larger);
  EXPECT_LE(largest_difference(chain.push(picture), before), 1);
  EXPECT_LE(largest_difference(chain.push(picture), after), 1);
  chain.set("m", "kernel", first);
  EXPECT_LE(largest_difference(chain.push(picture), before), 1);
  EXPECT_TRUE(chain.reported(GST_MESSAGE_WARNING).empty());
}

TEST(MultiplyChain, FromNothingToAFilterAndBack) {
  const Picture picture = random_picture(GST_VIDEO_FORMAT_NV12, kSize);
  Chain chain("fftmultiply name=m backend=cpu");
  EXPECT_LE(largest_difference(chain.push(picture), picture), 0);
  chain.set("m", "filter", "lowpass");
  chain.push(picture);
  EXPECT_LE(largest_difference(chain.push(picture), filtered(picture, {{"filter", "lowpass"}})), 1);
  for (const Report& warning : chain.reported(GST_MESSAGE_WARNING)) ADD_FAILURE() << warning.text;
  chain.set("m", "filter", "none");
  chain.push(picture);
  EXPECT_LE(largest_difference(chain.push(picture), picture), 0);
}

TEST(MultiplyChain, TwoFiltersInARow) {
  const Picture picture = random_picture(GST_VIDEO_FORMAT_GRAY8, kSize);
  // Their product in one kernel; the frame's border is reflected once, for both.
  const std::string across = "<<0.25,0.5,0.25>>", down = "<<0.25>,<0.5>,<0.25>>";
  const std::string both = "<<0.0625,0.125,0.0625>,<0.125,0.25,0.125>,<0.0625,0.125,0.0625>>";
  Chain chain(fmt::format("fftmultiply name=a backend=cpu kernel=\"{}\" ! fftmultiply name=b "
                          "backend=cpu kernel=\"{}\"",
                          across, down),
              GST_VIDEO_FORMAT_GRAY8);
  EXPECT_LE(largest_difference(chain.push(picture), filtered(picture, {{"kernel", both}})), 1);
  // The first one hears of what the second one needs.
  const std::string taller = "<<0.1>,<0.2>,<0.4>,<0.2>,<0.1>>";
  const std::string both_taller =
      "<<0.025,0.05,0.025>,<0.05,0.1,0.05>,<0.1,0.2,0.1>,<0.05,0.1,0.05>,<0.025,0.05,0.025>>";
  chain.set("b", "kernel", taller);
  chain.push(picture);
  EXPECT_LE(largest_difference(chain.push(picture), filtered(picture, {{"kernel", both_taller}})),
            1);
}

TEST(MultiplyChain, FollowsNewSizesOfFrames) {
  const std::string kernel = as_kernel_text(random_taps({5, 5}));
  Chain chain(fmt::format("fftmultiply backend=cpu kernel=\"{}\"", kernel), GST_VIDEO_FORMAT_GRAY8);
  const Picture picture = random_picture(GST_VIDEO_FORMAT_GRAY8, kSize);
  EXPECT_LE(largest_difference(chain.push(picture), filtered(picture, {{"kernel", kernel}})), 1);
  const Size larger = {100, 70};
  gst_harness_set_src_caps(chain.get(), caps_of(info_of(GST_VIDEO_FORMAT_GRAY8, larger)));
  const Picture next = random_picture(GST_VIDEO_FORMAT_GRAY8, larger);
  const Owned<GstBuffer> output(gst_harness_push_and_pull(chain.get(), buffer_of(next)));
  FilterHarness filter(GST_VIDEO_FORMAT_GRAY8, larger, {{"kernel", kernel}, {"backend", "cpu"}});
  EXPECT_LE(
      largest_difference(read(GST_VIDEO_FORMAT_GRAY8, larger, output.get()), filter.push(next)), 1);
}

TEST(MultiplyChain, LateSpectraAreDropped) {
  Chain chain("fftmultiply backend=cpu filter=lowpass");
  const Picture picture = random_picture(GST_VIDEO_FORMAT_NV12, kSize);
  chain.push(picture);
  gst_harness_push_upstream_event(
      chain.get(), gst_event_new_qos(GST_QOS_TYPE_UNDERFLOW, 2.0, 10 * GST_SECOND, 0));
  EXPECT_THROW(chain.push(picture), std::runtime_error);
}

TEST(Multiply, ForwardsLatency) {
  const Image image = random_image(16, 12);
  const gst::SpectrumInfo info = info_for(image, {32, 32}, {2, 2, 2, 2});
  MultiplyHarness multiply({{"kernel", as_kernel_text(random_taps({3, 3}))}});
  gst_pad_set_query_function(
      multiply.get()->srcpad, [](GstPad* pad, GstObject* parent, GstQuery* query) -> gboolean {
        if (GST_QUERY_TYPE(query) != GST_QUERY_LATENCY)
          return gst_pad_query_default(pad, parent, query);
        gst_query_set_latency(query, TRUE, 20 * GST_MSECOND, GST_CLOCK_TIME_NONE);
        return TRUE;
      });
  multiply.multiplied(info, image);
  EXPECT_EQ(gst_harness_query_latency(multiply.get()), 20 * GST_MSECOND);
}

}  // namespace
}  // namespace fftcore::test::multiply_chain_test
