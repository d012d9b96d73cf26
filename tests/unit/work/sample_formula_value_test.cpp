// SPDX-License-Identifier: LGPL-2.1-or-later
// Formulas of a Convolution's samples: as text, in equality, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "fftcore/convolution.h"
#include "fftcore/error.h"
#include "fftcore/pieces.h"
#include "fftcore/stages.h"
#include "fftcore/transform.h"

namespace sample_formula_value_test {

using namespace fftcore;
using testing::AllOf;
using testing::HasSubstr;

namespace {

std::string error_of(std::string_view text) {
  try {
    parse_convolution(text);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "no error";
}

TEST(SampleFormulaText, ComesLastAndInQuotes) {
  const std::string text =
      "conv2d f32 30x40 k3x3 wrap same bias=1 load=\"v * p0 + x / 2\" store=\"if(v < 0, 0, v)\"";
  const Convolution problem = parse_convolution(text);
  EXPECT_EQ(problem.load, "v * p0 + x / 2");
  EXPECT_EQ(problem.store, "if(v < 0, 0, v)");
  EXPECT_EQ(to_string(problem), text);
  EXPECT_EQ(parse_convolution("conv2d f32 30x40 k3x3 wrap same store=\"if(v < 0, 0, v)\"  "
                              "load=\"v * p0 + x / 2\" bias=1"),
            problem);
}

TEST(SampleFormulaText, LineBreaksAreEscaped) {
  Convolution problem = parse_convolution("conv2d f32 30x40 k3x3 wrap same");
  problem.load = "v +\n\tx\r\n+ y";
  const std::string text = to_string(problem);
  EXPECT_THAT(text, HasSubstr("load=\"v +\\n\\tx\\r\\n+ y\""));
  EXPECT_EQ(parse_convolution(text), problem);
}

TEST(SampleFormulaText, QuotesThatAreMissingOrInTheWay) {
  EXPECT_THAT(error_of("conv2d f32 30x40 k3x3 wrap same load=v"),
              AllOf(HasSubstr("load is v"), HasSubstr("in quotes"), HasSubstr("load=\"v\"")));
  EXPECT_THAT(error_of("conv2d f32 30x40 k3x3 wrap same load=\"v + 1"),
              HasSubstr("lacks the quote that ends it"));
  EXPECT_THAT(error_of("conv2d f32 30x40 k3x3 wrap same load=\"v\"+1\""),
              HasSubstr("quotes within are written \\\""));
  EXPECT_THAT(error_of("conv2d f32 30x40 k3x3 wrap same loud=\"v + 1\""),
              AllOf(HasSubstr("'loud=\"v + 1\"' is not understood"),
                    HasSubstr("load=, spectrum=, store=")));
  Convolution problem = parse_convolution("conv2d f32 30x40 k3x3 wrap same");
  problem.store = "v \"";
  EXPECT_THROW(validate(problem), InvalidArgument);
}

TEST(SampleFormulaText, CodeIsQuoted) {
  Convolution problem = parse_convolution("conv2d f32 30x40 k3x3 wrap same");
  problem.store = "tone(v, p0)";
  problem.code = "// a \"knee\"\n#define SOME \\\n 1\nFUNCTION real tone(real v, real k);\n";
  const std::string text = to_string(problem);
  EXPECT_THAT(text, HasSubstr(R"(code="// a \"knee\"\n#define SOME \\\n 1\nFUNCTION)"));
  EXPECT_EQ(parse_convolution(text), problem);
  Convolution other = problem;
  other.code += " ";
  EXPECT_NE(other, problem);
  EXPECT_THAT(error_of("conv2d f32 30x40 k3x3 wrap same load=\"v\" code=\"a\\\""),
              HasSubstr("lacks the quote that ends it"));
}

TEST(SampleFormulaText, CodeOfTransformsAndStages) {
  Transform transform = parse_transform("c2c 12x20");
  transform.store = "tone(v)";
  transform.code = "FUNCTION real2 tone(real2 v) {\n  return v;  // \"as it is\"\n}\n";
  EXPECT_EQ(parse_transform(to_string(transform)), transform);
  MultiplyStage stage = parse_multiply_stage(
      "rows f32 24x32 times k3x5 conv formula=\"v * 2\" -> rows f32 24x32 normalized");
  stage.formula = "tone(v)";
  stage.code = transform.code;
  EXPECT_EQ(parse_multiply_stage(to_string(stage)), stage);
  stage.code.clear();
  EXPECT_THROW(validate(stage), InvalidArgument);
  transform.code = "none";
  EXPECT_THROW(validate(transform), InvalidArgument);
}

TEST(SampleFormula, CallsWhatTheCodeHas) {
  const std::string problem = "conv2d f32 30x40 k3x3 wrap same ";
  EXPECT_EQ(error_of(problem + "load=\"tone(v)\" code=\"real tone(real v)\""), "no error");
  EXPECT_THAT(error_of(problem + "load=\"1 + tone(v)\" code=\"real tones(real a_tone)\""),
              AllOf(HasSubstr("column 5, at 'tone(v)'"),
                    HasSubstr("'tone' is no function, and the code has none of that name")));
  EXPECT_THAT(error_of(problem + "load=\"tone()\" code=\"tone\""), HasSubstr("a number, a name"));
  EXPECT_THAT(error_of(problem + "load=\"tone(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17)\" "
                                 "code=\"tone\""),
              HasSubstr("is given 17 values; 1 to 16 are allowed"));
  EXPECT_THAT(error_of(problem + "load=\"tone(i)\" code=\"tone\""), HasSubstr("is complex"));
  EXPECT_THAT(error_of(problem + "code=\"tone\""), HasSubstr("there is no formula"));
  Convolution long_code = parse_convolution(problem + "load=\"v\"");
  long_code.code = std::string(65537, ' ');
  EXPECT_THROW(validate(long_code), InvalidArgument);
  long_code.code = std::string("a\0b", 3);
  EXPECT_THROW(validate(long_code), InvalidArgument);
}

TEST(SampleFormula, IsPartOfEquality) {
  const Convolution plain = parse_convolution("conv2d f32 30x40 k3x3 wrap same");
  Convolution loads = plain, stores = plain;
  loads.load = stores.store = "2 * v";
  EXPECT_NE(loads, plain);
  EXPECT_NE(stores, plain);
  EXPECT_NE(loads, stores);
  Convolution has_bins = plain;
  has_bins.spectrum = "2 * v";
  EXPECT_NE(has_bins, plain);
  EXPECT_EQ(to_string(has_bins), "conv2d f32 30x40 k3x3 wrap same spectrum=\"2 * v\"");
}

TEST(SampleFormula, ErrorsNameFieldLineAndColumn) {
  EXPECT_THAT(error_of("conv2d f32 30x40 k3x3 wrap same load=\"v +\\n  * 2\""),
              AllOf(HasSubstr("load: formula"), HasSubstr("line 2, column 3"),
                    HasSubstr("a number, a name")));
  EXPECT_THAT(error_of("conv2d f32 30x40 k3x3 wrap same store=\"v + fx\""),
              AllOf(HasSubstr("store: formula"), HasSubstr("column 5"),
                    HasSubstr("'fx' is no name here; there are v, x, y, z, c, n, p0, p1")));
}

TEST(SampleFormula, IsRealWhereSamplesAre) {
  EXPECT_THAT(error_of("conv2d u8 30x40 k3x3 wrap same load=\"v * i\""),
              AllOf(HasSubstr("load: formula 'v * i' is complex"), HasSubstr("the output is u8"),
                    HasSubstr("abs(), re() or im()")));
  EXPECT_THAT(
      error_of("conv2d u8>f32 30x40 k3x3 wrap same store=\"v * i\""),
      AllOf(HasSubstr("store: formula 'v * i' is complex"), HasSubstr("the output is f32")));
  for (const char* text :
       {"conv2d f32>complex64 30x40 k3x3 wrap same load=\"v * i\" store=\"v * i\"",
        "conv2d complex64 30x40 k3x3 wrap same load=\"abs(v)\" store=\"re(v)\"",
        "conv2d f32>complex64 30x40 k3x3 wrap same load=\"max(v, 0)\"",
        "conv2d u8 30x40 k3x3 wrap same load=\"abs(v * i)\""})
    EXPECT_EQ(error_of(text), "no error") << text;
  // What is real in a real sample is not in a complex one.
  EXPECT_THAT(error_of("conv2d complex64 30x40 k3x3 wrap same load=\"max(v, 0)\""),
              HasSubstr("'max' takes real numbers"));
  EXPECT_THAT(error_of("conv2d f32>complex64 30x40 k3x3 wrap same store=\"max(v, 0)\""),
              HasSubstr("'max' takes real numbers"));
}

TEST(SampleFormula, ParametersAreCountedByTheLargestNumber) {
  const auto needed = [](std::string formulas) {
    return parameters_needed(parse_convolution("conv2d f32 30x40 k3x3 wrap same " + formulas));
  };
  EXPECT_EQ(needed(""), 0);
  EXPECT_EQ(needed("load=\"v + x + n\""), 0);
  EXPECT_EQ(needed("load=\"v + p0\""), 1);
  EXPECT_EQ(needed("load=\"v + p0\" store=\"if(p5 < 1, v, 2)\""), 6);
  EXPECT_EQ(needed("store=\"p7\""), 8);
  EXPECT_EQ(needed("load=\"v + p0\" spectrum=\"v * p2\""), 3);
  EXPECT_THROW(needed("store=\"p8\""), InvalidArgument);
}

TEST(SecondImage, IsThereWhereStoreReadsIt) {
  const std::string problem = "conv2d u8>f32 30x40x3 k3x3 wrap valid frames=2 ";
  const Convolution one = parse_convolution(problem + "store=\"w / v\"");
  ASSERT_TRUE(one.second.has_value());
  EXPECT_EQ(*one.second, one.output);
  EXPECT_EQ(to_string(one), problem + "store=\"w / v\"");
  EXPECT_FALSE(parse_convolution(problem + "store=\"v\"").second.has_value());
  EXPECT_FALSE(parse_convolution(problem).second.has_value());

  const std::string text =
      "conv2d u8>f32 30x40x3 k3x3 wrap valid pitch=120,114,128 frames=2 w=u16 "
      "store=\"v * w\"";
  const Convolution other = parse_convolution(text);
  EXPECT_EQ(other.second->type, SampleType::u16);
  EXPECT_EQ(other.second->rows, (Axis{28, 128}));
  EXPECT_EQ(other.second->extent(), other.output.extent());
  EXPECT_EQ(other.second->frames.extent, 2);
  EXPECT_EQ(to_string(other), text);
  EXPECT_NE(other, one);

  const Convolution several = with_filters(one, 5, Mixing::none, Bank::crossed);
  EXPECT_EQ(several.second->frames.extent, 10);
  EXPECT_NO_THROW(validate(several));
}

TEST(SecondImage, IsRefusedElsewhere) {
  const std::string problem = "conv2d f32 30x40 k3x3 wrap same ";
  EXPECT_THAT(error_of(problem + "load=\"v * w\""),
              AllOf(HasSubstr("load: formula"), HasSubstr("column 5"),
                    HasSubstr("'w' is no name here"), HasSubstr("p7, pi and i")));
  EXPECT_THAT(error_of(problem + "spectrum=\"v * w\""), HasSubstr("'w' is no name here"));
  EXPECT_THAT(error_of(problem + "store=\"v * u\""), HasSubstr("p7, w, pi and i"));
  EXPECT_THAT(error_of(problem + "w=f32"),
              AllOf(HasSubstr("a second image, of f32"), HasSubstr("store does not have w")));
  EXPECT_THAT(error_of(problem + "w=u8 store=\"v\" load=\"v\""), HasSubstr("does not have w"));
  EXPECT_THAT(error_of(problem + "w=f31 store=\"v * w\""), HasSubstr("'f31'"));
  EXPECT_THROW(parse_transform("c2c 12x20 store=\"v * w\""), InvalidArgument);
}

TEST(SecondImage, IsLikeTheOutput) {
  const auto error_of_value = [](const Convolution& problem) -> std::string {
    try {
      validate(problem);
    } catch (const InvalidArgument& error) {
      return error.what();
    }
    return "no error";
  };
  const Convolution right = parse_convolution("conv2d f32 30x40x2 k3x3 wrap same store=\"w\"");
  EXPECT_EQ(error_of_value(right), "no error");
  Convolution wrong = right;
  wrong.second.reset();
  EXPECT_THAT(error_of_value(wrong), AllOf(HasSubstr("store has w"), HasSubstr("second = output")));
  wrong.second = Layout::interleaved(SampleType::f32, {30, 41}, 2);
  EXPECT_THAT(error_of_value(wrong), AllOf(HasSubstr("w is 1x30x41, of 2 channels and 1 frames"),
                                           HasSubstr("the output is 1x30x40, of 2 channels")));
  wrong.second = right.second->with_frames(2);
  EXPECT_THAT(error_of_value(wrong), HasSubstr("and 2 frames"));
  wrong.second = right.second;
  wrong.second->rows.stride = 79;
  EXPECT_THAT(error_of_value(wrong), HasSubstr("w"));
}

TEST(SecondImage, IsOfNumbersThatTheWorkHas) {
  const auto error_with = [](const std::string& elements, const std::string& rest) {
    return error_of("conv2d " + elements + " 30x40 k3x3 wrap same " + rest);
  };
  EXPECT_THAT(error_with("f32", "w=complex64 store=\"abs(w) * v\""),
              AllOf(HasSubstr("w is complex64"), HasSubstr("f32 to f32 is real")));
  EXPECT_THAT(error_with("f32", "w=f64 store=\"w * v\""),
              AllOf(HasSubstr("w is f64"), HasSubstr("in single precision")));
  EXPECT_THAT(error_with("complex64", "w=complex128 store=\"w * v\""),
              HasSubstr("in single precision"));
  for (const char* text : {"w=f32 store=\"max(w, 0) * v\"", "w=u10-packed store=\"w\"",
                           "store=\"conj(w) * v\"", "w=complex64 store=\"v + w\""})
    EXPECT_EQ(error_with("complex64", text), "no error") << text;
  EXPECT_EQ(error_with("f64>f32", "w=f64 store=\"w * v\""), "no error");
  EXPECT_THAT(error_with("complex64", "store=\"max(w, 0)\""),
              HasSubstr("'max' takes real numbers"));
}

TEST(SampleFormula, PiecesHaveNone) {
  EXPECT_THROW(
      in_pieces(parse_convolution("conv2d f32 30x40 k3x3 wrap same load=\"v + x\""), {10, 10}),
      InvalidArgument);
}

}  // namespace

}  // namespace sample_formula_value_test
