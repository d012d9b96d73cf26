// SPDX-License-Identifier: LGPL-2.1-or-later
// Spectra and stages as values: sizes, borders, text, and what is refused.
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "fftcore/error.h"
#include "fftcore/stages.h"

namespace stages_value_test {

using namespace fftcore;

namespace {

template <class Value>
std::string refusal_of(const Value& value) {
  try {
    validate(value);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "accepted";
}

/// Expects a text that holds all words.
template <class Value>
void expect_refused(const Value& value, std::initializer_list<std::string_view> words) {
  const std::string text = refusal_of(value);
  for (const auto word : words)
    EXPECT_NE(text.find(word), std::string::npos) << text << "\nlacks " << word;
}

/// A copy that `change` was done to.
template <class Value, class Change>
Value with(Value value, Change change) {
  change(value);
  return value;
}

const SpectrumLayout kRows{.points = {64, 96}, .transformed = Transformed::rows, .stored_rows = 50};
const SpectrumLayout kWhole{.points = {64, 96}, .stored_rows = 64};
const ForwardStage kForward{.image = Layout::interleaved(SampleType::u8, {46, 80}),
                            .edge = EdgeMode::replicate,
                            .border = {2, 3, 1, 3},
                            .spectrum = kRows};
const MultiplyStage kTaps{.input = kRows,
                          .output = with(kRows,
                                         [](auto& s) {
                                           s.normalized = true;
                                           s.stored_rows = 46;
                                         }),
                          .taps = Extent{5, 6}};
const MultiplyStage kProduct{.input = kRows, .output = kWhole, .spectrum = kWhole};
const MultiplyStage kPhase =
    with(kProduct, [](auto& s) { s.op = {.kind = SpectralKind::phase_only, .parameter = 0.3F}; });
const MultiplyStage kWiener = with(kProduct, [](auto& s) {
  s.op = {.kind = SpectralKind::wiener, .conjugate_factor = true, .parameter = 0.01F};
});
const InverseStage kInverse{
    .spectrum = kRows, .image = Layout::interleaved(SampleType::u8, {46, 80}), .first_row = 4};

}  // namespace

TEST(Spectrum, BinsRowsAndBytes) {
  EXPECT_EQ(bins(kRows), 49);
  EXPECT_EQ(row_stride(kRows), 56);
  EXPECT_EQ(size_bytes(kRows), 50 * 56 * 8U);
  SpectrumLayout spectrum{
      .points = {3, 14}, .channels = 3, .type = SampleType::f16, .stored_rows = 3};
  EXPECT_EQ(row_stride(spectrum), 8);  // 8 bins: no padding
  EXPECT_EQ(size_bytes(spectrum), 3 * 3 * 8 * 4U);
  spectrum.points.columns = 2;
  EXPECT_EQ(bins(spectrum), 2);
  EXPECT_EQ(row_stride(spectrum), 8);
  EXPECT_EQ(
      size_bytes(SpectrumLayout{.points = {65536, 65536}, .channels = 16, .stored_rows = 65536}),
      std::size_t{65536} * 32776 * 8 * 16);
}

TEST(Spectrum, BordersOfKernels) {
  EXPECT_EQ(border_for({5, 7}, Operation::convolve), (Border{3, 3, 2, 2}));
  EXPECT_EQ(border_for({4, 6}, Operation::convolve), (Border{2, 3, 1, 2}));
  EXPECT_EQ(border_for({4, 6}, Operation::correlate), (Border{3, 2, 2, 1}));
  EXPECT_EQ(border_for({1, 1}, Operation::correlate), Border{});
}

TEST(Spectrum, ProductsAreNormalizedWhereAFactorIs) {
  EXPECT_TRUE(is_product_normalized(kTaps));
  EXPECT_FALSE(is_product_normalized(kProduct));
  EXPECT_TRUE(is_product_normalized(with(kProduct, [](auto& s) { s.input.normalized = true; })));
  EXPECT_TRUE(
      is_product_normalized(with(kProduct, [](auto& s) { s.spectrum->normalized = true; })));
  EXPECT_FALSE(is_product_normalized(with(kPhase, [](auto& s) { s.spectrum->normalized = true; })));
  EXPECT_FALSE(
      is_product_normalized(with(kWiener, [](auto& s) { s.spectrum->normalized = true; })));
  EXPECT_TRUE(is_product_normalized(with(kWiener, [](auto& s) { s.input.normalized = true; })));
}

TEST(Spectrum, TextsOfStagesSayAllOfThem) {
  const Layout colours = Layout::interleaved(SampleType::f16, {46, 80}, 3, 256);
  const Layout planes = Layout::planar(SampleType::u16, {46, 80}, 4, 80);
  const auto of_three = [](auto& s) { s.spectrum.channels = 3; };
  for (const ForwardStage& stage :
       {kForward, with(with(kForward, of_three), [&](auto& s) { s.image = colours; }),
        with(with(kForward, of_three),
             [&](auto& s) {
               s.image = planes;
               s.skipped_channels = 4;
               s.bias = 128.5F;
             }),
        with(kForward, [](auto& s) {
          s.border = {};
          s.window = Window::hann;
          s.spectrum.stored_rows = 46;
          s.spectrum.normalized = true;
          s.spectrum.type = SampleType::f16;
        })})
    EXPECT_EQ(parse_forward_stage(to_string(stage)), stage) << to_string(stage);
  for (const MultiplyStage& stage :
       {kTaps, with(kTaps, [](auto& s) { s.operation = Operation::correlate; }), kProduct,
        with(kProduct, [](auto& s) { s.op.conjugate_factor = true; }), kPhase,
        with(kPhase, [](auto& s) { s.op.conjugate_input = true; }), kWiener,
        with(kProduct, [](auto& s) {
          s.input.channels = s.output.channels = 3;
          s.spectrum->channels = 6;
          s.mixing = Mixing::symmetric;
        })})
    EXPECT_EQ(parse_multiply_stage(to_string(stage)), stage) << to_string(stage);
  for (const InverseStage& stage :
       {kInverse, with(with(kInverse, of_three), [&](auto& s) { s.image = colours; }),
        with(with(kInverse, of_three),
             [&](auto& s) {
               s.image = planes;
               s.skipped_channels = 1;
               s.bias = -0.5F;
               s.first_column = 7;
             }),
        with(with(kInverse, of_three), [&](auto& s) {
          s.image = planes;
          s.skipped_channels = 2;
          s.copies_skipped = true;
        })})
    EXPECT_EQ(parse_inverse_stage(to_string(stage)), stage) << to_string(stage);
}

TEST(Spectrum, FieldsBetweenPlacesStandInAnyOrder) {
  EXPECT_EQ(parse_forward_stage("forward u8 46x80x2 pitch=200 planar replicate bias=3 "
                                "skip=2 border=2,3,1,3 -> rows f32 64x96 stored=50"),
            parse_forward_stage("forward u8 46x80x2 planar pitch=200 replicate border=2,3,1,3 "
                                "skip=2 bias=3 -> rows f32 64x96 stored=50"));
  EXPECT_EQ(parse_inverse_stage("rows f32 64x96 stored=50 -> inverse u8 46x80x2 bias=3 "
                                "copies-skipped skip=2 pitch=200 from 4,0"),
            parse_inverse_stage("rows f32 64x96 stored=50 -> inverse u8 46x80x2 pitch=200 skip=2 "
                                "copies-skipped bias=3 from 4,0"));
}

TEST(Spectrum, FieldsThatStandTwiceAreRefused) {
  for (const char* rest : {"skip=1 skip=2 from 4,0", "skip=2 pitch=200 skip=1",
                           "copies-skipped skip=1 copies-skipped", "bias=3 bias=3"}) {
    const std::string text = std::string("rows f32 64x96 stored=50 -> inverse u8 46x80x2 ") + rest;
    try {
      parse_inverse_stage(text);
      FAIL() << text;
    } catch (const InvalidArgument& error) {
      EXPECT_NE(std::string(error.what()).find("is there already"), std::string::npos)
          << error.what();
    }
  }
}

TEST(Spectrum, TextsThatAreNoStages) {
  const auto expect_refusals = [](const auto& parse, const std::string& right) {
    EXPECT_NO_THROW(parse(right));
    for (std::size_t length = 0; length + 1 < right.size(); ++length)
      if (const std::string part = right.substr(0, length);
          part.find(" from 4") == std::string::npos && part.find("-> rows") == std::string::npos) {
        EXPECT_THROW(parse(part), InvalidArgument) << part;
      }
    EXPECT_THROW(parse(right + " more"), InvalidArgument);
    EXPECT_THROW(parse("more " + right), InvalidArgument);
  };
  expect_refusals(parse_forward_stage, to_string(kForward));
  expect_refusals(parse_multiply_stage, to_string(kTaps));
  expect_refusals(parse_multiply_stage, to_string(kWiener));
  expect_refusals(parse_inverse_stage, to_string(kInverse));
  EXPECT_THROW(
      parse_forward_stage("forward u8 46x80 replicate border=2,3,1 -> rows f32 64x96 stored=50"),
      InvalidArgument);
  EXPECT_THROW(parse_multiply_stage("rows f32 64x96 times nothing -> rows f32 64x96"),
               InvalidArgument);
  EXPECT_THROW(
      parse_forward_stage("forward u8 99999999999x99999999999 replicate -> rows f32 64x96"),
      InvalidArgument);
}

TEST(Spectrum, AsText) {
  EXPECT_EQ(to_string(with(kRows,
                           [](auto& s) {
                             s.normalized = true;
                             s.type = SampleType::f16;
                             s.channels = 3;
                           })),
            "rows f16 64x96x3 stored=50 normalized");
  EXPECT_EQ(to_string(kForward),
            "forward u8 46x80 replicate border=2,3,1,3 -> rows f32 64x96 stored=50");
  EXPECT_EQ(to_string(kTaps),
            "rows f32 64x96 stored=50 times k5x6 conv -> rows f32 64x96 stored=46 normalized");
  EXPECT_EQ(to_string(with(kProduct, [](auto& s) { s.op.conjugate_factor = true; })),
            "rows f32 64x96 stored=50 times conjugate of rows-and-columns f32 64x96 -> "
            "rows-and-columns f32 64x96");
  EXPECT_EQ(to_string(with(kPhase, [](auto& s) { s.op.conjugate_input = true; })),
            "conjugate of rows f32 64x96 stored=50 times rows-and-columns f32 64x96 phase-only "
            "noise=0.3 -> rows-and-columns f32 64x96");
  EXPECT_EQ(to_string(kWiener),
            "rows f32 64x96 stored=50 times conjugate of rows-and-columns f32 64x96 wiener "
            "lambda=0.01 -> rows-and-columns f32 64x96");
  EXPECT_EQ(to_string(kInverse), "rows f32 64x96 stored=50 -> inverse u8 46x80 from 4,0");
  EXPECT_EQ(to_string(with(kInverse,
                           [](auto& s) {
                             s.image = Layout::interleaved(SampleType::u8, {46, 80}, 2);
                             s.skipped_channels = 2;
                             s.copies_skipped = true;
                           })),
            "rows f32 64x96 stored=50 -> inverse u8 46x80x2 skip=2 copies-skipped from 4,0");
}

TEST(Spectrum, RefusesLayoutsThatCannotBe) {
  EXPECT_EQ(refusal_of(kRows), "accepted");
  EXPECT_EQ(refusal_of(kWhole), "accepted");
  expect_refused(with(kRows, [](auto& s) { s.points.rows = 0; }),
                 {"number of rows is 0", "1 to 65536"});
  expect_refused(with(kRows, [](auto& s) { s.points.rows = 65537; }), {"65537", "1 to 65536"});
  expect_refused(with(kRows, [](auto& s) { s.points.columns = 95; }), {"95", "even"});
  expect_refused(with(kRows, [](auto& s) { s.points.columns = 0; }), {"2 to 65536"});
  expect_refused(with(kRows, [](auto& s) { s.points.slices = 2; }), {"slices is 2"});
  expect_refused(with(kRows, [](auto& s) { s.channels = 257; }), {"257", "1 to 256"});
  expect_refused(with(kRows, [](auto& s) { s.type = SampleType::u8; }), {"u8", "f32 and f16"});
  expect_refused(with(kRows, [](auto& s) { s.stored_rows = 0; }), {"stored rows is 0", "1 to 64"});
  expect_refused(with(kWhole, [](auto& s) { s.stored_rows = 50; }),
                 {"stored rows is 50", "64 to 64"});
}

TEST(Spectrum, RefusesForwardStagesThatCannotBe) {
  EXPECT_EQ(refusal_of(kForward), "accepted");
  expect_refused(with(kForward, [](auto& s) { s.border.left = 15; }), {"46x80", "50x98", "64x96"});
  expect_refused(with(kForward, [](auto& s) { s.border.top = -1; }), {"border on the top is -1"});
  expect_refused(with(kForward, [](auto& s) { s.spectrum.stored_rows = 51; }), {"51 rows", "50"});
  expect_refused(with(kForward, [](auto& s) { s.window = Window::hann; }), {"window", "border"});
  expect_refused(with(kForward, [](auto& s) { s.skipped_channels = 1; }), {"0 channels", "1"});
  expect_refused(with(kForward, [](auto& s) { s.image = s.image.with_frames(2); }), {"2 frames"});
  expect_refused(with(kForward, [](auto& s) { s.bias = std::numeric_limits<float>::infinity(); }),
                 {"bias is inf"});
  EXPECT_EQ(refusal_of(with(kForward,
                            [](auto& s) {
                              s.image = Layout::interleaved(SampleType::u8, {46, 80}, 4);
                              s.skipped_channels = 0b0111;
                            })),
            "accepted");
}

TEST(Spectrum, RefusesMultiplyStagesThatCannotBe) {
  EXPECT_EQ(refusal_of(kTaps), "accepted");
  EXPECT_EQ(refusal_of(kProduct), "accepted");
  expect_refused(with(kTaps, [](auto& s) { s.spectrum = kWhole; }), {"either taps or a spectrum"});
  expect_refused(with(kTaps, [](auto& s) { s.taps.reset(); }), {"either taps or a spectrum"});
  expect_refused(with(kTaps,
                      [](auto& s) {
                        s.taps = Extent{65, 3};
                      }),
                 {"rows of taps is 65", "1 to 64"});
  expect_refused(with(kTaps, [](auto& s) { s.operation = Operation::correlate_image; }),
                 {"correlate_image", "convolve and correlate"});
  expect_refused(with(kTaps, [](auto& s) { s.op = kPhase.op; }), {"phase-only", "spectrum"});
  expect_refused(with(kTaps, [](auto& s) { s.op.conjugate_input = true; }),
                 {"conjugate-input", "spectrum"});
  expect_refused(with(kTaps, [](auto& s) { s.output.normalized = false; }),
                 {"not normalized", "is so"});
  expect_refused(with(kTaps, [](auto& s) { s.output.points.rows = 60; }), {"60x96", "64x96"});
  expect_refused(with(kTaps, [](auto& s) { s.output.type = SampleType::f16; }),
                 {"sample type have to be equal"});
  expect_refused(with(kProduct, [](auto& s) { s.spectrum->points.columns = 98; }),
                 {"64x98", "64x96"});
  expect_refused(with(kProduct, [](auto& s) { s.spectrum = kRows; }),
                 {"rows only", "rows and columns"});
  const auto three = with(kProduct, [](auto& s) { s.input.channels = s.output.channels = 3; });
  EXPECT_EQ(refusal_of(three), "accepted");
  for (const auto& [mixing, channels] : {std::pair{Mixing::none, 1},
                                         {Mixing::diagonal, 3},
                                         {Mixing::symmetric, 6},
                                         {Mixing::full, 9}}) {
    const auto mixed = with(three, [&, mixing = mixing](auto& s) { s.mixing = mixing; });
    EXPECT_EQ(refusal_of(with(
                  mixed, [&, channels = channels](auto& s) { s.spectrum->channels = channels; })),
              "accepted");
    expect_refused(with(mixed, [](auto& s) { s.spectrum->channels = 5; }),
                   {"5 channels", "input of 3", "needs " + std::to_string(channels)});
  }
  for (const auto& [stage, kind, parameter] :
       {std::tuple{kPhase, "phase-only", "noise"}, {kWiener, "wiener", "lambda"}}) {
    EXPECT_EQ(refusal_of(stage), "accepted");
    const std::string name = parameter;
    expect_refused(with(stage, [](auto& s) { s.op.parameter = 0; }), {name + " is 0", "above 0"});
    expect_refused(
        with(stage, [](auto& s) { s.op.parameter = std::numeric_limits<float>::infinity(); }),
        {name + " is inf", "above 0"});
    expect_refused(with(stage, [](auto& s) { s.mixing = Mixing::full; }),
                   {kind, "none and diagonal"});
  }
  expect_refused(with(kProduct, [](auto& s) { s.op.parameter = 1; }), {"multiply has none"});
}

TEST(Spectrum, RefusesInverseStagesThatCannotBe) {
  EXPECT_EQ(refusal_of(kInverse), "accepted");
  expect_refused(with(kInverse, [](auto& s) { s.copies_skipped = true; }),
                 {"copies_skipped", "skipped_channels has none"});
  expect_refused(with(kInverse, [](auto& s) { s.first_row = 5; }), {"first_row is 5", "0 to 4"});
  expect_refused(with(kInverse, [](auto& s) { s.first_column = 96; }),
                 {"first_column is 96", "0 to 95"});
  expect_refused(with(kInverse,
                      [](auto& s) {
                        s.image.columns.extent = 97;
                        s.image.rows.stride = 97;
                      }),
                 {"46x97", "64x96"});
  expect_refused(with(kInverse,
                      [](auto& s) {
                        s.spectrum = kWhole;
                        s.first_row = 64;
                      }),
                 {"first_row is 64", "0 to 63"});
  expect_refused(with(kInverse, [](auto& s) { s.image.rows.extent = 51; }),
                 {"51 rows", "stores 50"});
  EXPECT_EQ(refusal_of(with(kInverse,
                            [](auto& s) {
                              s.spectrum = kWhole;
                              s.first_row = 63;
                              s.first_column = 95;
                            })),
            "accepted");
}

}  // namespace stages_value_test
