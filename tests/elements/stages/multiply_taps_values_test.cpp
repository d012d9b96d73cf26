// SPDX-License-Identifier: LGPL-2.1-or-later
// Products with taps, as images: against the sums that define convolution, in all ways that spectra
// may come and go.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include "fftcore/filters.h"
#include "multiply_harness.h"

namespace fftcore::test::multiply_taps_values_test {
namespace {

using gst::SpectrumInfo;

constexpr double kClose = 2e-3;  // of samples up to 255, in single precision
constexpr Border kWide = {8, 8, 8, 8};

class MultiplyTaps : public testing::TestWithParam<std::tuple<Transformed, Transformed>> {};

TEST_P(MultiplyTaps, AreConvolutionAndCorrelation) {
  const auto [from, to] = GetParam();
  const Image image = random_image(30, 21);
  const Taps taps = random_taps({4, 7});
  for (const bool correlate : {false, true}) {
    MultiplyHarness multiply(
        {{"kernel", as_kernel_text(taps)}, {"correlate", correlate ? "true" : "false"}});
    multiply.let_downstream_take(
        fmt::format("application/x-fft-spectrum, transformed={}", to_string(to)).c_str());
    const Image result = multiply.multiplied(info_for(image, {48, 54}, kWide, from), image);
    EXPECT_EQ(multiply.output_info().layout.transformed, to);
    EXPECT_LT(largest_difference(result,
                                 convolved(image, {&taps, 1},
                                           correlate ? Operation::correlate : Operation::convolve)),
              kClose);
  }
}

INSTANTIATE_TEST_SUITE_P(
    FourWays, MultiplyTaps,
    testing::Combine(testing::Values(Transformed::rows, Transformed::rows_and_columns),
                     testing::Values(Transformed::rows, Transformed::rows_and_columns)));

TEST(Multiply, GivesRowsWhereBothCanBe) {
  const Image image = random_image(16, 12);
  MultiplyHarness multiply({{"kernel", as_kernel_text(random_taps({3, 3}))}});
  multiply.multiplied(info_for(image, {32, 32}, kWide, Transformed::rows_and_columns), image);
  EXPECT_EQ(multiply.output_info().layout.transformed, Transformed::rows);
}

TEST(Multiply, AsksUpstreamForItsBorder) {
  MultiplyHarness multiply({{"kernel", as_kernel_text(random_taps({4, 7}))}});
  EXPECT_EQ(multiply.asked_for("border-left"), 3);
  EXPECT_EQ(multiply.asked_for("border-top"), 1);
  EXPECT_EQ(multiply.asked_for("border-bottom"), 2);
  multiply.let_downstream_take(
      "application/x-fft-spectrum, rows=[2,65536], border-left=[10,65535], video-format=GRAY8");
  EXPECT_EQ(multiply.asked_for("border-left"), 13);
}

TEST(Multiply, TwoInARowDoBoth) {
  const Image image = random_image(30, 21);
  const Taps first = random_taps({3, 5}, 1), second = random_taps({5, 3}, 2);
  MultiplyHarness one({{"kernel", as_kernel_text(first)}}),
      other({{"kernel", as_kernel_text(second)}});
  const SpectrumInfo info = info_for(image, {40, 48}, {3, 3, 3, 3});
  one.set_caps(info);
  ASSERT_EQ(one.push(spectrum_of(info, image)), GST_FLOW_OK);
  other.set_caps(one.output_info());
  ASSERT_EQ(other.push(*one.pull()), GST_FLOW_OK);
  EXPECT_EQ(other.output_info().border, Border{});
  const Image result = image_of(other.output_info(), *other.pull());
  // Inside, where the first one's result does not depend on its edges.
  const Image expected = convolved(convolved(image, {&first, 1}), {&second, 1});
  for (int y = 2; y < 19; ++y)
    for (int x = 2; x < 28; ++x)
      EXPECT_NEAR(result.values[y * 30 + x], expected.values[y * 30 + x], kClose) << y << ' ' << x;
}

TEST(Multiply, OfAudioIsCausal) {
  const Image block = random_image(100, 1, 2);
  const Taps taps = random_taps({1, 20});
  SpectrumInfo info = info_for(block, {1, 128}, {24, 0, 0, 0}, Transformed::rows_and_columns);
  info.rate = 48000;
  info.framerate_numerator = 0;
  MultiplyHarness multiply({{"kernel", as_kernel_text(taps)}});
  const Image result = multiply.multiplied(info, block);
  EXPECT_EQ(multiply.output_info().border, (Border{5, 0, 0, 0}));
  for (int n = 0; n < 100; ++n) {
    for (int c = 0; c < 2; ++c) {
      double sum = 0;
      for (int k = 0; k < 20; ++k) sum += taps.values[k] * block.values[std::max(0, n - k) * 2 + c];
      EXPECT_NEAR(result.values[n * 2 + c], sum, kClose) << n;
    }
  }
}

TEST(Multiply, AFilterServesImagesAndAudio) {
  const Taps lowpass = taps_of(ParametricFilter{});
  const Image image = random_image(20, 10);
  MultiplyHarness of_video({{"filter", "lowpass"}});
  const SpectrumInfo info = info_for(image, {80, 96}, {31, 31, 31, 31});
  EXPECT_LT(largest_difference(of_video.multiplied(info, image), convolved(image, {&lowpass, 1})),
            kClose);

  Image block = random_image(80, 1);
  std::fill(block.values.begin(), block.values.end(), 100.0F);
  SpectrumInfo audio = info_for(block, {1, 160}, {62, 0, 0, 0}, Transformed::rows_and_columns);
  audio.rate = 8000;
  MultiplyHarness of_audio({{"filter", "lowpass"}});
  EXPECT_LT(largest_difference(of_audio.multiplied(audio, block), block), 0.01);
}

// Channels of a .npy file are R, G, B, whatever their order in memory.
TEST(Multiply, AMatrixMixesChannels) {
  std::vector<Taps> taps;
  for (unsigned i = 0; i < 9; ++i) taps.push_back(random_taps({3, 3}, i));
  const std::string file = testing::TempDir() + "multiply_matrix.npy";
  {
    std::ofstream out(file, std::ios::binary);
    std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 3, 3, 3), }";
    header.resize(117, ' ');
    header += '\n';
    out << std::string("\x93NUMPY\x01\x00", 8) << static_cast<char>(header.size()) << '\0'
        << header;
    for (const Taps& one : taps)
      out.write(reinterpret_cast<const char*>(one.values.data()), 9 * sizeof(double));
  }
  const Image image = random_image(20, 15, 3);
  SpectrumInfo info = info_for(image, {24, 32}, {2, 2, 2, 2});
  info.video_format = "RGB";
  MultiplyHarness multiply({{"kernel-location", file}});
  EXPECT_EQ(multiply.asked_for("channels"), 3);
  EXPECT_LT(largest_difference(multiply.multiplied(info, image), convolved(image, taps)), kClose);

  info.video_format = "BGRA";
  std::vector<Taps> turned;
  for (const int to : {2, 1, 0})
    for (const int from : {2, 1, 0})
      turned.push_back(taps[static_cast<std::size_t>(to * 3 + from)]);
  EXPECT_LT(largest_difference(multiply.multiplied(info, image), convolved(image, turned)), kClose);

  const Image grey = random_image(20, 15);
  multiply.set_caps(info_for(grey, {24, 32}, {2, 2, 2, 2}));
  const auto errors = multiply.errors();
  ASSERT_FALSE(errors.empty());
  EXPECT_NE(errors[0].text.find("the kernel mixes 3 channels, and the spectrum has 1"),
            std::string::npos)
      << errors[0].text;
}

TEST(Multiply, WithoutAFactorPasses) {
  const Image image = random_image(16, 12);
  const SpectrumInfo info = info_for(image, {32, 32}, kWide);
  MultiplyHarness multiply({});
  multiply.set_caps(info);
  GstBuffer* const buffer = buffer_of(spectrum_of(info, image));
  ASSERT_EQ(gst_harness_push(multiply.get(), gst_buffer_ref(buffer)), GST_FLOW_OK);
  const Owned<GstBuffer> output(gst_harness_pull(multiply.get()));
  EXPECT_EQ(output.get(), buffer);
  EXPECT_EQ(multiply.output_info(), info);
  gst_buffer_unref(buffer);
}

TEST(Multiply, SaysHowMuchBorderIsMissing) {
  const Image image = random_image(16, 12);
  MultiplyHarness multiply({{"kernel", as_kernel_text(random_taps({5, 5}))}});
  multiply.set_caps(info_for(image, {32, 32}, {1, 2, 2, 2}));
  const auto errors = multiply.errors();
  ASSERT_FALSE(errors.empty());
  EXPECT_NE(errors[0].text.find("5x5 taps read 2 samples on the image's left"), std::string::npos)
      << errors[0].text;
}

TEST(Multiply, HalfPrecisionStaysHalf) {
  const Image image = random_image(30, 21);
  const Taps taps = random_taps({5, 5});
  SpectrumInfo info = info_for(image, {32, 48}, {4, 4, 4, 4});
  info.layout.type = SampleType::f16;
  info.layout.normalized = true;
  MultiplyHarness multiply({{"kernel", as_kernel_text(taps)}});
  EXPECT_LT(largest_difference(multiply.multiplied(info, image), convolved(image, {&taps, 1})), 1);
  EXPECT_EQ(multiply.output_info().layout.type, SampleType::f16);
}

TEST(Multiply, RunsAgainAfterNull) {
  const Image image = random_image(16, 12);
  const Taps taps = random_taps({3, 3});
  const SpectrumInfo info = info_for(image, {32, 32}, kWide);
  MultiplyHarness multiply({{"kernel", as_kernel_text(taps)}});
  const Image first = multiply.multiplied(info, image);
  ASSERT_EQ(gst_element_set_state(multiply.element(), GST_STATE_NULL), GST_STATE_CHANGE_SUCCESS);
  ASSERT_EQ(gst_element_set_state(multiply.element(), GST_STATE_PLAYING), GST_STATE_CHANGE_SUCCESS);
  GstSegment segment;
  gst_segment_init(&segment, GST_FORMAT_TIME);
  gst_harness_push_event(multiply.get(), gst_event_new_stream_start("again"));
  gst_harness_push_event(multiply.get(), gst_event_new_caps(gst::caps_of(info)));
  gst_harness_push_event(multiply.get(), gst_event_new_segment(&segment));
  EXPECT_EQ(largest_difference(multiply.multiplied(info, image), first), 0);
}

}  // namespace
}  // namespace fftcore::test::multiply_taps_values_test
