// SPDX-License-Identifier: LGPL-2.1-or-later
// Products with spectra from pad kernel: values, which kernel counts, how long is waited for one,
// and what is said where none fits.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <future>

#include "multiply_harness.h"
#include "waiting_call.h"

namespace fftcore::test::multiply_kernel_test {
namespace {

using gst::SpectrumInfo;

constexpr Extent kPoints = {48, 64};

// Zeros outside both.
Image directly(const Image& image, const Image& kernel, bool conjugate) {
  Image result = image;
  const auto sample = [&](int y, int x, int c) {
    const bool is_inside = y >= 0 && x >= 0 && y < image.height && x < image.width;
    return is_inside ? static_cast<double>(image.values[(y * image.width + x) * image.channels + c])
                     : 0;
  };
  const int sign = conjugate ? 1 : -1;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      for (int c = 0; c < image.channels; ++c) {
        double sum = 0;
        for (int j = 0; j < kernel.height; ++j)
          for (int i = 0; i < kernel.width; ++i)
            sum +=
                sample(y + sign * (j - kernel.height / 2), x + sign * (i - kernel.width / 2), c) *
                kernel.values[(j * kernel.width + i) * kernel.channels + c % kernel.channels];
        result.values[(y * image.width + x) * image.channels + c] = static_cast<float>(sum);
      }
    }
  }
  return result;
}

Image small_kernel(int width, int height, int channels = 1, unsigned seed = 3) {
  Image kernel = random_image(width, height, channels, seed);
  for (float& value : kernel.values) value /= 255.0F * static_cast<float>(width * height);
  return kernel;
}

SpectrumInfo kernel_info(const Image& kernel, Extent points = kPoints) {
  return info_for(kernel, points, {}, Transformed::rows_and_columns);
}

// One that only ever shows `value` times the image.
Image factor(float value) {
  return {1, 1, 1, {value}};
}

// A main stream and a kernel's, both begun: neither goes on without the other.
struct Streams {
  explicit Streams(std::initializer_list<std::pair<std::string, std::string>> properties)
      : multiply(properties), kernels(multiply.element()) {}

  void start(const SpectrumInfo& main, const Image& kernel, Extent points = kPoints) {
    auto sent = std::async(std::launch::async, [&] {
      return kernels.push(kernel_info(kernel, points),
                          spectrum_of(kernel_info(kernel, points), kernel));
    });
    multiply.set_caps(main);
    EXPECT_EQ(sent.get(), GST_FLOW_OK);
  }
  GstFlowReturn send(const Image& kernel) {
    return kernels.push(kernel_info(kernel), spectrum_of(kernel_info(kernel), kernel));
  }

  MultiplyHarness multiply;
  KernelSender kernels;
};

TEST(MultiplyKernel, ConvolvesAndCorrelates) {
  const Image image = random_image(30, 21);
  for (const auto& [width, height] : {std::pair{5, 4}, std::pair{8, 3}}) {
    const Image kernel = small_kernel(width, height);
    for (const bool conjugate : {false, true}) {
      for (const Transformed from : {Transformed::rows, Transformed::rows_and_columns}) {
        Streams streams({{"conjugate", conjugate ? "true" : "false"}});
        const SpectrumInfo info = info_for(image, kPoints, {}, from);
        streams.start(info, kernel);
        const Image result = streams.multiply.multiplied(info, image);
        EXPECT_LT(largest_difference(result, directly(image, kernel, conjugate)), 2e-3)
            << width << 'x' << height << (conjugate ? " conjugate" : "");
        EXPECT_EQ(streams.multiply.output_info().layout.transformed, Transformed::rows_and_columns);
      }
    }
  }
}

TEST(MultiplyKernel, GivesRowsWhereTheyBeginAtTheFirst) {
  const Image image = random_image(30, 21);
  const Image kernel = small_kernel(5, 1);
  Streams streams({});
  const SpectrumInfo info = info_for(image, kPoints, {});
  streams.start(info, kernel);
  EXPECT_LT(
      largest_difference(streams.multiply.multiplied(info, image), directly(image, kernel, false)),
      2e-3);
  EXPECT_EQ(streams.multiply.output_info().layout.transformed, Transformed::rows);
}

TEST(MultiplyKernel, OneAChannel) {
  const Image image = random_image(30, 21, 3);
  const Image kernel = small_kernel(5, 4, 3);
  Streams streams({});
  const SpectrumInfo info = info_for(image, kPoints, {});
  streams.start(info, kernel);
  EXPECT_LT(
      largest_difference(streams.multiply.multiplied(info, image), directly(image, kernel, false)),
      2e-3);
}

TEST(MultiplyKernel, OneForAllChannels) {
  const Image image = random_image(30, 21, 3);
  const Image kernel = small_kernel(5, 4);
  Streams streams({});
  const SpectrumInfo info = info_for(image, kPoints, {});
  streams.start(info, kernel);
  EXPECT_LT(
      largest_difference(streams.multiply.multiplied(info, image), directly(image, kernel, false)),
      2e-3);
}

TEST(MultiplyKernel, PhaseCorrelationShowsTheShift) {
  const Image whole = random_image(60, 40);
  const auto cut = [&](int x, int y) {
    Image part{48, 32, 1, {}};
    for (int row = 0; row < part.height; ++row)
      for (int column = 0; column < part.width; ++column)
        part.values.push_back(whole.values[(y + row) * whole.width + x + column]);
    return part;
  };
  const Image image = cut(5, 3), reference = cut(2, 4);
  Streams streams({{"conjugate", "true"}, {"phase-only", "true"}});
  const SpectrumInfo info = info_for(image, kPoints, {});
  streams.start(info, reference);
  const Image surface = streams.multiply.multiplied(info, image);
  const auto peak = std::ranges::max_element(surface.values) - surface.values.begin();
  EXPECT_EQ(peak % 48, 24 - 3);
  EXPECT_EQ(peak / 48, 16 + 1);
  EXPECT_FALSE(streams.multiply.output_info().layout.normalized);
}

TEST(MultiplyKernel, StaysUntilReplaced) {
  const Image image = random_image(30, 21);
  const SpectrumInfo info = info_for(image, kPoints, {});
  Streams streams({});
  streams.start(info, factor(2));
  Image twice = image, thrice = image;
  for (float& value : twice.values) value *= 2;
  for (float& value : thrice.values) value *= 3;
  EXPECT_LT(largest_difference(streams.multiply.multiplied(info, image), twice), 1e-3);
  EXPECT_LT(largest_difference(streams.multiply.multiplied(info, image), twice), 1e-3);
  EXPECT_EQ(streams.send(factor(3)), GST_FLOW_OK);
  EXPECT_LT(largest_difference(streams.multiply.multiplied(info, image), thrice), 1e-3);
  EXPECT_TRUE(streams.kernels.push_event(gst_event_new_gap(0, GST_SECOND)));
  EXPECT_TRUE(streams.kernels.push_event(gst_event_new_eos()));
  EXPECT_LT(largest_difference(streams.multiply.multiplied(info, image), thrice), 1e-3);
}

TEST(MultiplyKernel, OnlyOneWaits) {
  const Image image = random_image(30, 21);
  const SpectrumInfo info = info_for(image, kPoints, {});
  Streams streams({});
  streams.start(info, factor(2));
  EXPECT_EQ(streams.send(factor(3)), GST_FLOW_OK);
  auto next = begin_and_wait([&] { return streams.send(factor(4)); });
  streams.multiply.multiplied(info, image);
  EXPECT_EQ(next.get(), GST_FLOW_OK);
  Image expected = image;
  for (float& value : expected.values) value *= 4;
  EXPECT_LT(largest_difference(streams.multiply.multiplied(info, image), expected), 1e-3);
}

TEST(MultiplyKernel, MayBecomeOneOfAnotherPlace) {
  const Image image = random_image(30, 21);
  const SpectrumInfo info = info_for(image, kPoints, {});
  Streams streams({});
  const Image first = small_kernel(5, 4), second = small_kernel(9, 1, 1, 8);
  streams.start(info, first);
  EXPECT_LT(
      largest_difference(streams.multiply.multiplied(info, image), directly(image, first, false)),
      2e-3);
  EXPECT_EQ(streams.send(second), GST_FLOW_OK);
  EXPECT_LT(
      largest_difference(streams.multiply.multiplied(info, image), directly(image, second, false)),
      2e-3);
  EXPECT_EQ(streams.multiply.output_info().x, 4);
}

TEST(MultiplyKernel, IsWaitedForUntilItComes) {
  const Image image = random_image(30, 21);
  const SpectrumInfo info = info_for(image, kPoints, {});
  Streams streams({});
  auto main = begin_and_wait([&] { return streams.multiply.multiplied(info, image); });
  EXPECT_EQ(streams.send(factor(1)), GST_FLOW_OK);
  EXPECT_LT(largest_difference(main.get(), image), 1e-3);
}

// A source that chooses its size does so once there is an answer.
TEST(MultiplyKernel, ItsStreamWaitsForTheMainStreamAndIsToldItsPoints) {
  const Image image = random_image(30, 21);
  Streams streams({});
  auto started = begin_and_wait(
      [&] { return streams.kernels.push_event(gst_event_new_stream_start("kernels")); });
  auto main = std::async(std::launch::async,
                         [&] { streams.multiply.set_caps(info_for(image, kPoints, {})); });
  EXPECT_TRUE(started.get());
  GstCaps* const caps = streams.kernels.asked_for();
  int rows = 0, columns = 0;
  EXPECT_TRUE(gst_structure_get_int(gst_caps_get_structure(caps, 0), "rows", &rows));
  EXPECT_TRUE(gst_structure_get_int(gst_caps_get_structure(caps, 0), "columns", &columns));
  gst_caps_unref(caps);
  EXPECT_EQ(rows, kPoints.rows);
  EXPECT_EQ(columns, kPoints.columns);
  EXPECT_EQ(streams.send(factor(1)), GST_FLOW_OK);
  main.get();
}

TEST(MultiplyKernel, AStreamThatEndsWithoutOneIsAnError) {
  const Image image = random_image(30, 21);
  Streams streams({});
  auto main = std::async(std::launch::async,
                         [&] { streams.multiply.set_caps(info_for(image, kPoints, {})); });
  streams.kernels.push_event(gst_event_new_stream_start("kernels"));
  streams.kernels.push_event(gst_event_new_eos());
  main.get();
  const auto errors = streams.multiply.errors();
  ASSERT_FALSE(errors.empty());
  EXPECT_NE(errors[0].text.find("no kernel came on pad kernel"), std::string::npos)
      << errors[0].text;
}

TEST(MultiplyKernel, AFlushEndsTheWait) {
  const Image image = random_image(30, 21);
  const SpectrumInfo info = info_for(image, kPoints, {});
  Streams streams({});
  auto main = begin_and_wait([&] { streams.multiply.set_caps(info); });
  gst_harness_push_event(streams.multiply.get(), gst_event_new_flush_start());
  main.get();
  gst_harness_push_event(streams.multiply.get(), gst_event_new_flush_stop(TRUE));
  EXPECT_EQ(streams.send(factor(1)), GST_FLOW_OK);
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  gst_harness_push_event(streams.multiply.get(), gst_event_new_segment(&segment));
  EXPECT_LT(largest_difference(streams.multiply.multiplied(info, image), image), 1e-3);
  EXPECT_TRUE(streams.multiply.errors().empty());
}

TEST(MultiplyKernel, StoppingEndsTheWait) {
  const Image image = random_image(30, 21);
  Streams streams({});
  auto main = begin_and_wait([&] { streams.multiply.set_caps(info_for(image, kPoints, {})); });
  EXPECT_EQ(gst_element_set_state(streams.multiply.element(), GST_STATE_NULL),
            GST_STATE_CHANGE_SUCCESS);
  main.get();
  EXPECT_TRUE(streams.multiply.errors().empty());
}

TEST(MultiplyKernel, OfOtherPointsIsAnErrorThatSaysBoth) {
  const Image image = random_image(30, 21);
  Streams streams({});
  streams.start(info_for(image, kPoints, {}), factor(1), {64, 64});
  const auto errors = streams.multiply.errors();
  ASSERT_FALSE(errors.empty());
  EXPECT_NE(errors[0].text.find("of 64x64 points (rows x columns), the one on pad sink of 48x64; "
                                "give both fftforwards the same pad-width and pad-height"),
            std::string::npos)
      << errors[0].text;
}

TEST(MultiplyKernel, IsAskedAnewWhereTheMainStreamChangesItsPoints) {
  const Image image = random_image(30, 21);
  const SpectrumInfo info = info_for(image, kPoints, {});
  Streams streams({});
  streams.start(info, factor(2));
  streams.multiply.multiplied(info, image);
  streams.kernels.was_asked_to_reconfigure();
  const SpectrumInfo larger = info_for(image, {64, 64}, {});
  auto main = begin_and_wait([&] { return streams.multiply.multiplied(larger, image); });
  EXPECT_TRUE(streams.kernels.was_asked_to_reconfigure());
  // was under way
  EXPECT_EQ(
      streams.kernels.push(kernel_info(factor(1)), spectrum_of(kernel_info(factor(1)), factor(1))),
      GST_FLOW_OK);
  EXPECT_EQ(streams.kernels.push(kernel_info(factor(3), {64, 64}),
                                 spectrum_of(kernel_info(factor(3), {64, 64}), factor(3))),
            GST_FLOW_OK);
  Image thrice = image;
  for (float& value : thrice.values) value *= 3;
  EXPECT_LT(largest_difference(main.get(), thrice), 1e-3);
}

TEST(MultiplyKernel, AfterTheMainStreamsEndNoMoreAreTaken) {
  const Image image = random_image(30, 21);
  const SpectrumInfo info = info_for(image, kPoints, {});
  Streams streams({});
  streams.start(info, factor(2));
  EXPECT_EQ(streams.send(factor(2)), GST_FLOW_OK);
  auto next = std::async(std::launch::async, [&] { return streams.send(factor(2)); });
  gst_harness_push_event(streams.multiply.get(), gst_event_new_eos());
  EXPECT_EQ(next.get(), GST_FLOW_EOS);
}

TEST(MultiplyKernel, TogetherWithTapsIsAnError) {
  const Image image = random_image(30, 21);
  Streams streams({{"filter", "lowpass"}});
  streams.start(info_for(image, kPoints, {}), factor(1));
  const auto errors = streams.multiply.errors();
  ASSERT_FALSE(errors.empty());
  EXPECT_NE(errors[0].text.find("pad kernel and a filter"), std::string::npos) << errors[0].text;
}

}  // namespace
}  // namespace fftcore::test::multiply_kernel_test
