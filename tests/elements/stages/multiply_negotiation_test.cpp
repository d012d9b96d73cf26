// SPDX-License-Identifier: LGPL-2.1-or-later
// What products do to the caps of spectra, in both directions.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "fftcore/error.h"
#include "fftmultiply/negotiation.h"

namespace fftcore::gst::multiply::multiply_negotiation_test {
namespace {

struct FreeCaps {
  void operator()(GstCaps* caps) const { gst_caps_unref(caps); }
};
using Caps = std::unique_ptr<GstCaps, FreeCaps>;

SpectrumInfo image(Transformed transformed = Transformed::rows) {
  SpectrumInfo info;
  info.layout.points = {60, 80};
  info.layout.transformed = transformed;
  info.width = 64;
  info.height = 48;
  info.border = {5, 6, 3, 4};
  info.x = 5;
  info.y = 3;
  info.layout.stored_rows = transformed == Transformed::rows ? 3 + 48 + 4 : 60;
  info.framerate_numerator = 25;
  info.video_format = "GRAY8";
  return info;
}

SpectrumInfo audio() {
  SpectrumInfo info;
  info.layout.points = {1, 1024};
  info.layout.channels = 2;
  info.layout.stored_rows = 1;
  info.width = 700;
  info.height = 1;
  info.x = 300;
  info.border = {300, 0, 0, 0};
  info.rate = 48000;
  return info;
}

TapsFactor taps(Extent extent, Operation operation = Operation::convolve) {
  return {extent, extent.rows == 1 ? std::optional(extent) : std::nullopt, operation, 1};
}

std::string text_of(const GstCaps* caps) {
  gchar* const text = gst_caps_to_string(caps);
  std::string result = text;
  g_free(text);
  return result;
}

Caps with(const Caps& caps, const char* transformed) {
  Caps result(gst_caps_copy(caps.get()));
  gst_caps_set_simple(result.get(), "transformed", G_TYPE_STRING, transformed, nullptr);
  return result;
}

// The output's info, with that value of `transformed`.
SpectrumInfo behind(const Factor& factor, const SpectrumInfo& input, const char* transformed) {
  const Caps input_caps(caps_of(input));
  const Caps all(caps_behind(factor, input_caps.get()));
  EXPECT_EQ(gst_caps_get_size(all.get()), 1U) << text_of(all.get());
  const Caps one = with(all, transformed);
  EXPECT_TRUE(gst_caps_is_subset(one.get(), all.get())) << text_of(all.get());
  EXPECT_TRUE(gst_caps_is_fixed(one.get())) << text_of(all.get());
  return spectrum_info(one.get());
}

bool takes(const Factor& factor, const char* output, const SpectrumInfo& input) {
  const Caps output_caps(gst_caps_from_string(output));
  const Caps before(caps_before(factor, output_caps.get()));
  const Caps input_caps(caps_of(input));
  return gst_caps_is_subset(input_caps.get(), before.get());
}

std::string refusal(const Factor& factor, const SpectrumInfo& input) {
  try {
    require_fit(factor, input);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "";
}

TEST(MultiplyNegotiation, TapsTakeTheBorderThatTheyRead) {
  for (const Transformed from : {Transformed::rows, Transformed::rows_and_columns}) {
    for (const char* to : {"rows", "rows-and-columns"}) {
      // convolve: 2 left, 3 right, 1 above, 2 below
      const SpectrumInfo info = behind(taps({4, 6}), image(from), to);
      EXPECT_EQ(info.border, (Border{3, 3, 2, 2}));
      EXPECT_EQ(info.x, 3);
      EXPECT_EQ(info.y, 2);
      EXPECT_TRUE(info.layout.normalized);
      EXPECT_EQ(info.layout.stored_rows, to == std::string("rows") ? 2 + 48 + 2 : 60);
      EXPECT_EQ(info.width, 64);
      EXPECT_EQ(info.framerate_numerator, 25);
      EXPECT_EQ(info.video_format, "GRAY8");
    }
  }
  EXPECT_EQ(behind(taps({4, 6}, Operation::correlate), image(), "rows").border,
            (Border{2, 4, 1, 3}));
}

TEST(MultiplyNegotiation, RowsComeFirst) {
  const Caps input(caps_of(image()));
  const Caps output(gst_caps_fixate(caps_behind(taps({3, 3}), input.get())));
  EXPECT_EQ(spectrum_info(output.get()).layout.transformed, Transformed::rows);
  const Caps any(gst_caps_from_string("application/x-fft-spectrum, rows=60, video-format=GRAY8"));
  const Caps before(gst_caps_fixate(caps_before(taps({3, 3}), any.get())));
  EXPECT_STREQ(gst_structure_get_string(gst_caps_get_structure(before.get(), 0), "transformed"),
               "rows");
}

TEST(MultiplyNegotiation, AsksForItsBorderAndWhatDownstreamAsksFor) {
  SpectrumInfo input = image();
  input.border = {4, 4, 4, 4};
  input.x = input.y = 4;
  input.layout.stored_rows = 56;
  EXPECT_TRUE(takes(taps({3, 3}),
                    "application/x-fft-spectrum, border-left=[3,65535], border-top=[0,65535]",
                    input));
  EXPECT_FALSE(takes(taps({3, 3}),
                     "application/x-fft-spectrum, border-left=[4,65535], border-top=[0,65535]",
                     input));
  EXPECT_FALSE(takes(taps({11, 3}), "application/x-fft-spectrum", input));
  // Two in a row.
  const Caps any(all_spectrum_caps());
  const Caps second(caps_before(taps({5, 5}), any.get()));
  const Caps both(caps_before(taps({3, 3}), second.get()));
  const Caps offered(
      gst_caps_from_string("application/x-fft-spectrum, rows=[2,65536], border-left=[0,100]"));
  const Caps common(gst_caps_fixate(gst_caps_intersect(offered.get(), both.get())));
  int left = 0;
  EXPECT_TRUE(gst_structure_get_int(gst_caps_get_structure(common.get(), 0), "border-left", &left));
  EXPECT_EQ(left, 1 + 2);
}

TEST(MultiplyNegotiation, OnlyWhatStartsAtItsBorderCanBeRows) {
  SpectrumInfo input = image(Transformed::rows_and_columns);
  input.y = 20;  // as behind a product with pad kernel
  const Caps caps(caps_of(input));
  const Caps output(caps_behind(taps({1, 1}), caps.get()));
  const Caps rows(gst_caps_from_string("application/x-fft-spectrum, transformed=rows"));
  EXPECT_FALSE(gst_caps_can_intersect(output.get(), rows.get())) << text_of(output.get());
}

TEST(MultiplyNegotiation, AudioTapsAreCausal) {
  const SpectrumInfo info = behind(taps({1, 101}), audio(), "rows-and-columns");
  EXPECT_EQ(info.border, (Border{200, 0, 0, 0}));
  EXPECT_EQ(info.x, 200);
  EXPECT_EQ(info.y, 0);
  EXPECT_EQ(info.rate, 48000);
  EXPECT_EQ(behind(taps({1, 101}, Operation::correlate), audio(), "rows-and-columns").x, 200);
  // Where the neighbours leave open what it is, audio gets as much as it needs.
  const Caps any(all_spectrum_caps());
  const Caps before(caps_before(taps({1, 101}), any.get()));
  const Caps offered(gst_caps_from_string(
      "application/x-fft-spectrum, rows=1, rate=48000, border-left=[0,65535]"));
  const Caps common(gst_caps_fixate(gst_caps_intersect(offered.get(), before.get())));
  int left = 0;
  EXPECT_TRUE(gst_structure_get_int(gst_caps_get_structure(common.get(), 0), "border-left", &left))
      << text_of(before.get());
  EXPECT_EQ(left, 100);
  const Caps video(
      gst_caps_from_string("application/x-fft-spectrum, rows=[1,65536], video-format=GRAY8"));
  const Caps of_video(gst_caps_intersect(video.get(), before.get()));
  EXPECT_FALSE(gst_structure_has_field(gst_caps_get_structure(of_video.get(), 0), "rate"));
}

TEST(MultiplyNegotiation, ASpectrumMovesTheImageByItsOwnCentre) {
  SpectrumInfo kernel = image(Transformed::rows_and_columns);
  kernel.x = 10;
  kernel.y = 7;
  kernel.width = 21;
  kernel.height = 9;
  SpectrumInfo info = behind(SpectrumFactor{kernel}, image(), "rows-and-columns");
  EXPECT_EQ(info.x, 5 + 10 + 10);
  EXPECT_EQ(info.y, 3 + 7 + 4);
  EXPECT_EQ(info.border, Border{});
  EXPECT_FALSE(info.layout.normalized);
  info = behind(SpectrumFactor{kernel, true}, image(), "rows-and-columns");
  EXPECT_EQ(info.x, 80 + 5 - 20);
  EXPECT_EQ(info.y, 60 + 3 - 11);
  kernel.layout.normalized = true;
  EXPECT_TRUE(behind(SpectrumFactor{kernel}, image(), "rows-and-columns").layout.normalized);
  EXPECT_FALSE(
      behind(SpectrumFactor{kernel, false, true}, image(), "rows-and-columns").layout.normalized);
}

TEST(MultiplyNegotiation, ASpectrumGivesRowsOnlyFromTheFirstOn) {
  SpectrumInfo kernel = image(Transformed::rows_and_columns);
  kernel.y = 0;
  kernel.height = 6;
  SpectrumInfo input = image();
  const Caps rows(gst_caps_from_string("application/x-fft-spectrum, transformed=rows"));
  Caps caps(caps_of(input));
  EXPECT_FALSE(gst_caps_can_intersect(Caps(caps_behind(SpectrumFactor{kernel}, caps.get())).get(),
                                      rows.get()));
  const SpectrumInfo info = behind(SpectrumFactor{kernel, true}, input, "rows");  // 3 - 3
  EXPECT_EQ(info.y, 0);
  EXPECT_EQ(info.layout.stored_rows, 48);
}

TEST(MultiplyNegotiation, NothingToMultiplyByChangesNothing) {
  const Caps input(caps_of(image()));
  EXPECT_TRUE(
      gst_caps_is_equal(Caps(caps_behind(std::monostate{}, input.get())).get(), input.get()));
  EXPECT_TRUE(
      gst_caps_is_equal(Caps(caps_before(std::monostate{}, input.get())).get(), input.get()));
}

TEST(MultiplyNegotiation, FieldsThatItDoesNotKnowStay) {
  Caps input(caps_of(image()));
  gst_caps_set_simple(input.get(), "colorimetry", G_TYPE_STRING, "bt709", nullptr);
  const Caps output(caps_behind(taps({3, 3}), input.get()));
  EXPECT_STREQ(gst_structure_get_string(gst_caps_get_structure(output.get(), 0), "colorimetry"),
               "bt709");
}

TEST(MultiplyNegotiation, SaysWhyWhatComesDoesNotFit) {
  EXPECT_NE(refusal(taps({13, 3}), image())
                .find("13x3 taps read 1 samples on the image's left, 1 on its right, 6 above and 6 "
                      "below; the "
                      "spectrum has a border of 5, 6, 3, 4"),
            std::string::npos)
      << refusal(taps({13, 3}), image());
  EXPECT_EQ(refusal(taps({7, 11}), image()), "");
  TapsFactor matrix = taps({3, 3});
  matrix.channels = 3;
  EXPECT_NE(refusal(matrix, image()).find("the kernel mixes 3 channels, and the spectrum has 1"),
            std::string::npos);
  EXPECT_NE(refusal(taps({3, 3}), audio()).find("3 rows of taps"), std::string::npos);

  SpectrumInfo kernel = image(Transformed::rows_and_columns);
  kernel.layout.points = {64, 80};
  EXPECT_EQ(refusal(SpectrumFactor{kernel}, image()),
            "the spectrum on pad kernel is of 64x80 points (rows x columns), the one on pad sink "
            "of 60x80; give both fftforwards the same pad-width and "
            "pad-height");
  kernel.layout.points = {60, 80};
  kernel.layout.channels = 2;
  EXPECT_NE(refusal(SpectrumFactor{kernel}, image()).find("has 2 channels, the one on pad sink 1"),
            std::string::npos);
  SpectrumInfo rgb = image();
  rgb.layout.channels = kernel.layout.channels = 3;
  rgb.video_format = "RGB";
  kernel.video_format = "BGR";
  EXPECT_NE(refusal(SpectrumFactor{kernel}, rgb).find("videoconvert"), std::string::npos);
}

TEST(MultiplyNegotiation, ChannelsOfAMatrixArePreferredButNotDemanded) {
  TapsFactor matrix = taps({3, 3});
  matrix.channels = 3;
  const Caps any(all_spectrum_caps());
  const Caps before(caps_before(matrix, any.get()));
  int channels = 0;
  EXPECT_TRUE(
      gst_structure_get_int(gst_caps_get_structure(before.get(), 0), "channels", &channels));
  EXPECT_EQ(channels, 3);
  EXPECT_TRUE(takes(matrix, "application/x-fft-spectrum", image()));
}

TEST(MultiplyNegotiation, AKernelOfItsStreamsPointsIsPreferred) {
  SpectrumInfo input = image();
  input.layout.channels = 2;
  const Caps all(kernel_caps_for(input, MemoryKind::host));
  const Caps first(gst_caps_copy_nth(all.get(), 0));
  SpectrumInfo kernel = image(Transformed::rows_and_columns);
  for (const int channels : {1, 2, 3, 4, 5}) {
    kernel.layout.channels = channels;
    const Caps one(caps_of(kernel));
    EXPECT_EQ(gst_caps_is_subset(one.get(), first.get()), channels < 5) << channels;
  }
  kernel.layout.channels = 1;
  kernel.layout.points.columns = 82;
  const Caps other(caps_of(kernel));
  EXPECT_FALSE(gst_caps_is_subset(other.get(), first.get()));
  EXPECT_TRUE(gst_caps_is_subset(other.get(), all.get()));
}

TEST(MultiplyNegotiation, ChannelsInOrderOfMemory) {
  SpectrumInfo info = image();
  info.layout.channels = 3;
  info.video_format = "BGRA";
  EXPECT_EQ(channel_order(info), (std::vector{2, 1, 0}));
  info.video_format = "RGB";
  EXPECT_EQ(channel_order(info), (std::vector{0, 1, 2}));
  EXPECT_EQ(channel_order(audio()), (std::vector{0, 1}));
}

}  // namespace
}  // namespace fftcore::gst::multiply::multiply_negotiation_test
