// SPDX-License-Identifier: LGPL-2.1-or-later
// The property `response`: what a formula does to waves, as taps and exactly.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <numbers>
#include <thread>

#include "filter_harness.h"

namespace fftcore::test::response_test {
namespace {

constexpr Size kSize = {96, 80};

/// The picture, turned about to the right and down, each plane by as many of its own samples.
Picture rolled(const Picture& picture, int right, int down) {
  Picture result = picture;
  for (Plane& plane : result.planes) {
    const Plane source = plane;
    for (int y = 0; y < plane.rows; ++y)
      for (int x = 0; x < plane.columns; ++x)
        for (int channel = 0; channel < plane.channels; ++channel)
          plane.samples[static_cast<std::size_t>(
              ((y + down) % plane.rows * plane.columns + (x + right) % plane.columns) *
                  plane.channels +
              channel)] = source.at(y, x, channel);
  }
  return result;
}

/// A wave along the rows, which fits edges that wrap.
Picture wave(double fx, double height) {
  Picture picture = random_picture(GST_VIDEO_FORMAT_GRAY8, kSize);
  for (int y = 0; y < kSize.height; ++y)
    for (int x = 0; x < kSize.width; ++x)
      picture.planes[0].samples[static_cast<std::size_t>(y * kSize.width + x)] =
          static_cast<int>(std::nearbyint(120 + height * std::cos(2 * std::numbers::pi * fx * x)));
  return picture;
}

/// What comes out once the property's background work is done.
Picture push_until_changed(FilterHarness& harness, const Picture& picture, const Picture& before) {
  for (int i = 0; i < 3000; ++i) {
    Picture result = harness.push(picture);
    if (largest_difference(result, before) > 1) return result;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return before;
}

// By as many samples of each plane's own, so chroma twice as far: frequencies are of each plane.
TEST(Response, CircularIsExactOnPlanesOfAnySize) {
  for (const auto& [format, size] : {std::pair{GST_VIDEO_FORMAT_GRAY8, Size{97, 31}},
                                     {GST_VIDEO_FORMAT_I420, Size{64, 50}},
                                     {GST_VIDEO_FORMAT_I420, Size{63, 49}},
                                     {GST_VIDEO_FORMAT_NV12, Size{34, 20}},
                                     {GST_VIDEO_FORMAT_RGB, Size{31, 23}},
                                     {GST_VIDEO_FORMAT_I420_10LE, Size{40, 30}}}) {
    FilterHarness harness(format, size,
                          {{"response", "exp(-2*pi*i*(3*fx + 2*fy))"},
                           {"circular", "true"},
                           {"planes", "all"},
                           {"edge-mode", "constant"}});
    const Picture picture = random_picture(format, size);
    EXPECT_LE(largest_difference(harness.push(picture), rolled(picture, 3, 2)), 0)
        << gst_video_format_to_string(format) << ' ' << size.width << 'x' << size.height;
  }
}

TEST(Response, AsTapsKeepsToTheEdgeMode) {
  // Half of the wave, by taps and exactly; the mean stays.
  const Picture picture = wave(4.0 / 96, 40), half = wave(4.0 / 96, 20);
  for (const char* circular : {"false", "true"}) {
    FilterHarness harness(GST_VIDEO_FORMAT_GRAY8, kSize,
                          {{"response", "(1 + exp(-(f*30)^4))/(1 + exp(-(4/96*30)^4))"},
                           {"circular", circular},
                           {"gain", "0.5"},
                           {"edge-mode", "wrap"}});
    const double mean = 120 / (1 + std::exp(-std::pow(4.0 / 96 * 30, 4)));
    Picture expected = half;
    for (int& sample : expected.planes[0].samples)
      sample = static_cast<int>(std::nearbyint(sample - 120 + mean));
    EXPECT_LE(largest_difference(harness.push(picture), expected), 1) << circular;
  }
  FilterHarness shift(GST_VIDEO_FORMAT_GRAY8, kSize,
                      {{"response", "exp(-2*pi*i*5*fx)"}, {"edge-mode", "constant"}});
  const Picture random = random_picture(GST_VIDEO_FORMAT_GRAY8, kSize);
  const Picture result = shift.push(random);
  for (int y = 0; y < kSize.height; ++y) {
    EXPECT_LE(result.planes[0].at(y, 3, 0), 1) << "black comes in at the left";
    EXPECT_NEAR(result.planes[0].at(y, 50, 0), random.planes[0].at(y, 45, 0), 1);
  }
}

TEST(Response, ChangesWhileFramesFlow) {
  const Picture picture = random_picture(GST_VIDEO_FORMAT_GRAY8, kSize);
  FilterHarness harness(GST_VIDEO_FORMAT_GRAY8, kSize,
                        {{"response", "exp(-2*pi*i*fx)"}, {"circular", "true"}});
  const Picture first = harness.push(picture);
  EXPECT_EQ(largest_difference(first, rolled(picture, 1, 0)), 0);
  harness.set("response", "exp(-2*pi*i*7*fy)");
  const Picture second = push_until_changed(harness, picture, first);
  EXPECT_EQ(largest_difference(second, rolled(picture, 0, 7)), 0);
  harness.set("response", "1");
  const Picture third = push_until_changed(harness, picture, second);
  EXPECT_EQ(largest_difference(third, picture), 0);
  EXPECT_TRUE(harness.warnings().empty());
}

TEST(Response, ThatMakesPicturesComplexIsRefused) {
  for (const char* circular : {"false", "true"}) {
    const Owned<GstElement> filter(
        GST_ELEMENT(gst_object_ref_sink(gst_element_factory_make("fftfilter", nullptr))));
    const Owned<GstBus> bus(gst_bus_new());
    gst_element_set_bus(filter.get(), bus.get());
    set_property(filter.get(), "response", "i*f");
    set_property(filter.get(), "circular", circular);
    EXPECT_EQ(gst_element_set_state(filter.get(), GST_STATE_PAUSED), GST_STATE_CHANGE_FAILURE);
    const std::vector<Report> errors = reports(bus.get(), GST_MESSAGE_ERROR);
    ASSERT_EQ(errors.size(), 1U);
    EXPECT_NE(errors[0].text.find("would become complex"), std::string::npos) << errors[0].text;
    gst_element_set_state(filter.get(), GST_STATE_NULL);
    gst_element_set_bus(filter.get(), nullptr);
  }
}

}  // namespace
}  // namespace fftcore::test::response_test
