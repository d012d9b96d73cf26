// SPDX-License-Identifier: LGPL-2.1-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "fftcore/convolution.h"
#include "fftcore/error.h"

namespace convolution_value_test {

using namespace fftcore;

namespace {

Convolution valid_problem() {
  return convolution(Layout::interleaved(SampleType::u8, {10, 12}, 3), {3, 5});
}

/// Expects InvalidArgument whose text holds each of the words.
void expect_refused(const Convolution& problem, std::initializer_list<std::string_view> words) {
  try {
    validate(problem);
    ADD_FAILURE() << "accepted " << to_string(problem);
  } catch (const InvalidArgument& error) {
    for (const auto word : words)
      EXPECT_NE(std::string_view(error.what()).find(word), std::string_view::npos)
          << error.what() << "\nlacks " << word;
  }
}

}  // namespace

TEST(Convolution, OutputExtents) {
  EXPECT_EQ(output_extent({10, 12}, {3, 5}, Region::same), (Extent{10, 12}));
  EXPECT_EQ(output_extent({10, 12}, {3, 5}, Region::valid), (Extent{8, 8}));
  EXPECT_EQ(output_extent({10, 12}, {3, 5}, Region::full), (Extent{12, 16}));
}

TEST(Convolution, ConvolutionFillsInTheOutput) {
  const Convolution problem =
      convolution(Layout::interleaved(SampleType::u8, {10, 12}, 3, 64), {3, 5},
                  Operation::correlate, EdgeMode::wrap, Region::full);
  EXPECT_EQ(problem.output, Layout::interleaved(SampleType::u8, {12, 16}, 3));
  EXPECT_NO_THROW(validate(problem));
  const Convolution planes = convolution(Layout::planar(SampleType::f32, {10, 12}, 3), {3, 5});
  EXPECT_EQ(planes.output, Layout::planar(SampleType::f32, {10, 12}, 3));
}

TEST(Convolution, RefusesWhatIsOutsideTheLimits) {
  Convolution problem = valid_problem();
  EXPECT_NO_THROW(validate(problem));
  problem.taps = {0, 5};
  expect_refused(problem, {"0 rows", "1 to 1073741824"});
  problem.taps = {3, kMaxTaps + 1};
  expect_refused(problem, {"1073741825 columns", "1 to 1073741824"});
  problem = valid_problem();
  problem.input.rows.extent = 0;
  expect_refused(problem, {"input has 0 rows", "1 to 1099511627776"});
  problem = valid_problem();
  problem.input.channels.extent = 65;
  expect_refused(problem, {"65 channels", "1 to 64"});
  problem = with_filters(convolution(Layout::interleaved(SampleType::f32, {8, 8}, 17), {3, 3},
                                     Operation::convolve, EdgeMode::wrap),
                         1, Mixing::symmetric);
  expect_refused(problem, {"17 channels mix (symmetric)", "1 to 16"});
  problem.skipped_channels = 1;
  EXPECT_NO_THROW(validate(problem));
  problem = valid_problem();
  problem.output.rows.extent = 9;
  expect_refused(problem, {"9x12", "10x12"});
  problem = convolution(Layout::interleaved(SampleType::u8, {2, 2}), {3, 3}, Operation::convolve,
                        EdgeMode::wrap, Region::valid);
  expect_refused(problem, {"empty", "'same'"});
  problem = valid_problem();
  problem.output.channels.extent = 1;
  expect_refused(problem, {"1 channels", "3"});
  problem = valid_problem();
  problem.bias = NAN;
  expect_refused(problem, {"bias", "finite"});
}

TEST(Convolution, RefusesOverlappingSamplesAndOverflowingStrides) {
  Convolution problem = valid_problem();
  problem.input.rows.stride = 35;  // a row takes 36
  expect_refused(problem, {"row stride is 35", "36"});
  problem = valid_problem();
  problem.input.columns.stride = 2;  // of 3 channels
  expect_refused(problem, {"overlap"});
  problem = valid_problem();
  problem.input.rows.stride = INT64_MAX / 2;
  expect_refused(problem, {"stride"});
  problem = valid_problem();
  problem.input.rows.stride = -36;
  expect_refused(problem, {"-36"});
  problem = convolution(Layout::planar(SampleType::u8, {4, 4}, 2, 0, 15), {1, 1});
  expect_refused(problem, {"channel stride is 15", "16"});
}

TEST(Convolution, CopiedChannels) {
  Convolution problem = valid_problem();
  problem.skipped_channels = 4;
  EXPECT_NO_THROW(validate(problem));
  problem.skipped_channels = 8;
  expect_refused(problem, {"0x8", "3 channels"});
  problem.skipped_channels = 7;
  expect_refused(problem, {"nothing is left"});
  problem.skipped_channels = 4;
  problem.output.type = SampleType::f32;
  expect_refused(problem, {"same sample type"});
}

TEST(Convolution, FramesAndKernels) {
  const Convolution plain =
      convolution(Layout::interleaved(SampleType::f32, {10, 12}, 3).with_frames(4), {3, 5});
  EXPECT_EQ(plain.output.frames, (Axis{4, 360}));
  EXPECT_NO_THROW(validate(plain));
  EXPECT_NO_THROW(validate(with_filters(plain, 4)));
  expect_refused(with_filters(plain, 3), {"3 filters", "4 frames", "bank=crossed"});
  const Convolution crossed = with_filters(plain, 3, Mixing::full, Bank::crossed);
  EXPECT_EQ(crossed.output.frames, (Axis{12, 360}));
  EXPECT_EQ(taps_needed(crossed), 27);
  EXPECT_NO_THROW(validate(crossed));
  Convolution too_few = crossed;
  too_few.output.frames.extent = 4;
  expect_refused(too_few, {"output has 4 frames", "crossed give 12"});
  expect_refused(with_filters(plain, 16385, Mixing::none, Bank::crossed),
                 {"4 frames by each of 16385 filters give 65540 frames", "65536"});
  expect_refused(with_filters(plain, 0), {"0 filters"});
  Convolution problem = plain;
  problem.output.frames.extent = 2;
  expect_refused(problem, {"output has 2 frames", "give 4"});
  problem = plain;
  problem.input.frames.stride = 359;
  expect_refused(problem, {"input frame stride is 359", "360"});
  problem = plain;
  problem.input.frames.extent = 0;
  expect_refused(problem, {"0 frames"});
  const Convolution bank = with_filters(valid_problem(), 7, Mixing::full);
  EXPECT_EQ(bank.output.frames.extent, 7);
  EXPECT_EQ(taps_needed(bank), 63);
  EXPECT_EQ(taps_needed(with_filters(valid_problem(), 1, Mixing::symmetric)), 6);
  EXPECT_EQ(taps_needed(with_filters(valid_problem(), 2, Mixing::diagonal)), 6);
  EXPECT_EQ(taps_needed(with_filters(valid_problem(), 2)), 2);
}

TEST(Convolution, Precision) {
  Convolution problem = valid_problem();
  EXPECT_EQ(problem.precision, Precision::full);
  problem.precision = Precision::fast;
  EXPECT_NO_THROW(validate(problem));
  EXPECT_NE(problem, valid_problem());
  problem.bias = -kFastRange;
  EXPECT_NO_THROW(validate(problem));
  problem.bias = 50000;
  expect_refused(problem, {"bias is 50000", "precision=fast", "45000"});
  problem.bias = 0;
  problem.input.type = SampleType::u16;
  expect_refused(problem, {"precision=fast", "u16", "precision=full"});
  problem.input.type = SampleType::u8;
  problem.output.type = SampleType::u16;
  expect_refused(problem, {"u16"});
  for (const SampleType type : {SampleType::u12, SampleType::u12_high, SampleType::u16_be}) {
    problem.output.type = type;
    expect_refused(problem, {"precision=fast", std::string(to_string(type)), "u10-high"});
  }
  for (const SampleType type : {SampleType::u10_high, SampleType::u10_packed}) {
    problem.output = Layout::interleaved(type, problem.output.extent(), 3);
    EXPECT_NO_THROW(validate(problem));
  }
  problem.output.type = SampleType::u16;
  problem.precision = Precision::full;
  EXPECT_NO_THROW(validate(problem));
}

TEST(Convolution, Volumes) {
  EXPECT_EQ(output_extent({10, 12, 8}, {3, 5, 4}, Region::valid), (Extent{8, 8, 5}));
  EXPECT_EQ(output_extent({10, 12, 8}, {3, 5, 4}, Region::full), (Extent{12, 16, 11}));
  const Layout volume = Layout::planar(SampleType::u8, {10, 12, 8}, 2);
  EXPECT_EQ(volume.slices, (Axis{8, 120}));
  EXPECT_EQ(volume.channels, (Axis{2, 960}));
  EXPECT_EQ(convolution(volume, {3, 5, 4}).output, volume);
  expect_refused(convolution(volume, {3, 5, 0}), {"0 slices"});
  expect_refused(convolution(volume, {3, 5, 9}, Operation::convolve, EdgeMode::wrap, Region::valid),
                 {"8x10x12", "9x3x5", "empty"});
}

TEST(ProblemText, ReadsBackWhatItWrites) {
  for (const std::string text : {
           "conv2d u8 1080x1920 k31x31 replicate same",
           "corr2d u8>f32 17x19x3 k4x7 constant full",
           "conv2d u16 480x640x4 k63x63 reflect-101 same skip=8",
           "conv2d f32 5x7x2 k3x3 wrap valid planar",
           "conv2d u10 480x640x2 k3x3 wrap same skip=2",
           "conv2d u12>u16-be 480x640 k3x3 wrap same",
           "conv2d u10-high>u12-high 480x640 k3x3 wrap same bias=512",
           "conv2d u8 480x640x2 k3x3 reflect same pitch=1408,1280 bias=128",
           "conv2d u10-packed 480x640x3 k3x3 reflect same",
           "conv2d u10-packed>u8 480x640 k3x3 reflect same",
           "conv2d u10-packed 480x640 k3x3 reflect same pitch=645,1920",
           "conv2d u8 480x640 k3x3 reflect same pitch=1280,1280 pixel=2,2",
           "conv2d u8 480x320x2 k3x3 reflect same pitch=1280,640 pixel=4,2 channel=2,1",
           "conv2d u10-packed 480x640 k3x3 reflect same pitch=1281,645 pixel=2,1",
           "conv2d f32 5x7x3 k3x3 wrap same planar channel=40,35",
           "conv3d u8 8x9x10 k3x3x3 wrap valid pitch=12,8 slice=120,56 frame=1000,336 frames=3",
           "conv3d f32 4x5x7x2 k3x3x3 wrap same planar channel=400,140 slice=50,35 filters=2",
           "conv2d u8 480x640 k3x3 wrap same frame=1,400000 filters=2",
           "conv1d f32 1000 k31 constant full",
           "corr1d f32 1000x3 k31 wrap same frames=7",
           "conv3d u8 8x9x10 k3x3x3 replicate same",
           "conv3d f32 8x9x10x3 k1x3x3 wrap valid planar frames=4 filters=4 mix=symmetric",
           "conv2d u8 480x640x4 k3x3 reflect same skip=8 filters=5 mix=full",
           "conv2d u8 480x640x4 k3x3 reflect same skip=8 frames=2 filters=5 bank=crossed mix=full",
           "conv2d u8 480x640 k31x31 wrap same precision=fast",
           "conv2d f32 480x640x3 k3x3 reflect same filters=2 mix=diagonal precision=fast",
       }) {
    EXPECT_EQ(to_string(parse_convolution(text)), text);
    EXPECT_EQ(parse_convolution(to_string(parse_convolution(text))), parse_convolution(text));
  }
  EXPECT_EQ(parse_convolution("conv2d u8 4x4 k3x3"),
            convolution(Layout::interleaved(SampleType::u8, {4, 4}), {3, 3}));
  // One channel lies the same either way, and is the same value.
  EXPECT_EQ(parse_convolution("conv2d u8 4x4x1 k3x3 wrap same planar pitch=9"),
            parse_convolution("conv2d u8 4x4 k3x3 wrap same pitch=9"));
  EXPECT_EQ(parse_convolution("conv2d u8 4x4x1 k3x3 wrap same channel=9"),
            parse_convolution("conv2d u8 4x4 k3x3 wrap same"));
  EXPECT_EQ(parse_convolution("conv3d u8 2x4x4 k2x3x3 wrap valid slice=17,5 frame=9"),
            parse_convolution("conv3d u8 2x4x4 k2x3x3 wrap valid slice=17"))
      << "the output has one slice";
  EXPECT_EQ(parse_convolution("conv2d u8 4x4x2 k3x3 wrap same pitch=16 pixel=4 channel=2"),
            parse_convolution("conv2d u8 4x4x2 k3x3 wrap same pitch=16,16 pixel=4,4 channel=2,2"));
}

// What each format has for its planes can be said, so that kernels can be compiled before.
TEST(ProblemText, SaysGapsBetweenPixels) {
  Convolution luma = convolution(Layout::interleaved(SampleType::u8, {480, 640}, 1, 1280), {3, 3});
  luma.input.columns.stride = 2;
  luma.output = luma.input;
  EXPECT_EQ(to_string(luma), "conv2d u8 480x640 k3x3 reflect-101 same pitch=1280,1280 pixel=2,2");
  EXPECT_EQ(parse_convolution(to_string(luma)), luma);
}

TEST(ProblemText, SaysWhatItDoesNotUnderstand) {
  const auto message = [](std::string_view text) -> std::string {
    try {
      parse_convolution(text);
    } catch (const InvalidArgument& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(message("blur u8 4x4 k3x3"),
            "'blur' is no operation; one of conv1d, conv2d, conv3d, corr1d, corr2d, corr3d, "
            "icorr1d, icorr2d, icorr3d is expected");
  EXPECT_EQ(
      message("conv2d u9 4x4 k3x3"),
      "'u9' is no sample type; one of u8, u16, f16, f32, u10, u12, u10-high, u12-high, u16-be, "
      "u10-packed, f64, complex64, complex128 is expected");
  EXPECT_NE(message("conv2d u8 4 k3x3").find("ROWSxCOLUMNS"), std::string::npos);
  EXPECT_NE(message("conv2d u8 4xa k3x3").find("'a'"), std::string::npos);
  EXPECT_NE(message("conv2d u8 4x4 3x3").find("kROWSxCOLUMNS"), std::string::npos);
  EXPECT_NE(message("conv2d u8 4x4 k3x3 wrap same pixel=a").find("'a'"), std::string::npos);
  EXPECT_NE(message("conv2d u8 4x4x2 k3x3 wrap same pixel=1").find("overlap"), std::string::npos);
  EXPECT_NE(message("conv3d u8 4x4x4 k3x3x3 wrap same slice=15").find("overlap"),
            std::string::npos);
  EXPECT_NE(message("conv2d u8 4x4 k3x3 wrap same frames=2 frame=15").find("overlap"),
            std::string::npos);
  EXPECT_NE(message("conv2d u8 4x4 k3x3 mirror").find("reflect-101"), std::string::npos);
  EXPECT_NE(message("conv2d u8 4x4 k3x3 wrap same fast").find("'fast'"), std::string::npos);
  EXPECT_NE(message("conv2d u8").find("expected"), std::string::npos);
  EXPECT_NE(message("conv3d u8 4x4 k3x3x3").find("SLICESxROWSxCOLUMNS"), std::string::npos);
  EXPECT_NE(message("conv1d u8 4 k3x3").find("kCOLUMNS"), std::string::npos);
  EXPECT_NE(message("conv1d u8 4 k3 wrap same mix=stir").find("diagonal"), std::string::npos);
  EXPECT_NE(message("conv2d u8 4x4 k3x3 wrap same precision=low").find("full, fast"),
            std::string::npos);
  EXPECT_NE(message("conv2d u8 9000000000000000000x4 k3x3").find("1099511627776"),
            std::string::npos);
  for (const char* text : {"conv2d u8 1000000000000x1000000000000 k3x3",
                           "conv2d u8 1000000000000x4 k3x3 wrap same pitch=268435456"})
    EXPECT_NE(message(text).find("1125899906842624"), std::string::npos) << message(text);
  EXPECT_EQ(message("conv1d u8 1099511627776 k1073741824 wrap same"), "accepted");
  EXPECT_NE(message("conv2d u8 60000x60000 k3x3 wrap same frames=-3").find("-3 frames"),
            std::string::npos);
  EXPECT_NE(message("conv2d u8 0x4 k3x3").find("0 rows"), std::string::npos);
  EXPECT_NE(message("conv2d u8 99999999999999999999x4 k3x3").find("99999999999999999999"),
            std::string::npos);
}

}  // namespace convolution_value_test
