// SPDX-License-Identifier: LGPL-2.1-or-later
// Transform as a value: text, dense strides, and what is refused.
#include <gtest/gtest.h>

#include <string>

#include "fftcore/error.h"
#include "fftcore/transform.h"

namespace transform_value_test {

using namespace fftcore;

namespace {

void expect_refused(const Transform& transform, std::initializer_list<std::string_view> words) {
  try {
    validate(transform);
    ADD_FAILURE() << "accepted";
  } catch (const InvalidArgument& error) {
    for (const auto word : words)
      EXPECT_NE(std::string_view(error.what()).find(word), std::string_view::npos)
          << error.what() << "\nlacks " << word;
  }
}

std::string message(std::string_view text) {
  try {
    parse_transform(text);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST(TransformText, ReadsBackWhatItWrites) {
  for (const std::string text : {"c2c 480x640 batch=3",
                                 "r2c 1000",
                                 "c2r 8x9x10 normalized",
                                 "c2c 7 inverse",
                                 "r2c 480x640 zero=240:480x320:640 in-place",
                                 "c2c 449 f64",
                                 "dct2 480x640 ortho",
                                 "dst1 7 inverse in-place normalized",
                                 "r2c 30 f16 batch=2",
                                 "c2c 8 f32-in-f64 inverse",
                                 "c2c 12x18 batch=2x3 in=1000,300,18,1 out=1,3,200,10 offset=4,8",
                                 "c2c 64 batch=10 in=16,1",
                                 "r2c 2x3x4x5x6x7x8x9 batch=2x3x4",
                                 "c2c 8 offset=1,2 imaginary=8,0",
                                 "r2c 8 imaginary=0,5",
                                 "c2c 8 scale=0.25",
                                 "dct2 7 ortho scale=-1e-30 offset=0,1",
                                 "r2c 8 f64 normalized scale=1e+300",
                                 "c2r 30 f16 packed batch=2 in-place",
                                 "r2c 8 packed imaginary=0,5",
                                 "r2c 8192 zero=100:200 keep=0:512",
                                 "c2r 8x9x10 zero=0:0x7:2x1:6 keep=3:1x0:9x0:0 normalized"}) {
    EXPECT_EQ(to_string(parse_transform(text)), text);
    EXPECT_EQ(parse_transform(to_string(parse_transform(text))), parse_transform(text));
  }
}

TEST(TransformText, SaysWhatItDoesNotUnderstand) {
  EXPECT_EQ(
      message("dct 8"),
      "'dct' is no kind of transform; one of c2c, r2c, c2r, dct1, dct2, dct3, dct4, dst1, dst2, "
      "dst3, dst4 is expected");
  EXPECT_NE(message("c2c").find("expected"), std::string::npos);
  EXPECT_NE(message("c2c 8xa").find("'a'"), std::string::npos);
  EXPECT_NE(message("c2c 8 fast").find("'fast'"), std::string::npos);
  EXPECT_NE(message("c2c 8x8 in=1").find("2 axes"), std::string::npos);
  EXPECT_NE(message("c2c 8 offset=1").find("offset=IN,OUT"), std::string::npos);
  EXPECT_NE(message("c2c 2x2x2x2x2x2x2x2x2").find("9 axes; 1 to 8"), std::string::npos);
  EXPECT_NE(message("c2c 2 batch=2x2x2x2").find("4 batch axes; 0 to 3"), std::string::npos);
  EXPECT_NE(message("c2c 0x2x2x2x2x2x2x2").find("axis 7 of the transform has 0"),
            std::string::npos);
  EXPECT_NE(message("c2c 8 keep=3").find("'3' is no range"), std::string::npos);
  EXPECT_NE(message("c2c 8 zero=3:4:5").find("FIRST:END"), std::string::npos);
  EXPECT_NE(message("c2c 99999999999999999999").find("99999999999999999999"), std::string::npos);
}

TEST(Transform, SizesFollowTheNumbers) {
  for (const auto& [words, bytes] : {std::pair{"", 4}, {"f64", 8}, {"f16", 2}, {"f32-in-f64", 4}}) {
    const Transform r2c = parse_transform(std::string("r2c 10 ") + words);
    EXPECT_EQ(input_size_bytes(r2c), 10U * bytes) << words;
    EXPECT_EQ(output_size_bytes(r2c), 12U * bytes) << words;
  }
}

TEST(Transform, CosinesAndSines) {
  const Transform dct = parse_transform("dct2 480x640 in-place");
  EXPECT_EQ(dct.axes, (std::vector<TransformAxis>{{640, 1, 1}, {480, 640, 640}}));
  EXPECT_EQ(input_size_bytes(dct), 480U * 640 * 4);
  EXPECT_EQ(output_size_bytes(dct), 480U * 640 * 4);
  EXPECT_EQ(message("dct1 1x8"), "axis 1 of the dct1 has 1 point; 2 or more are allowed");
  EXPECT_EQ(message("dst1 1"), "accepted");
  EXPECT_EQ(message("r2c 8 ortho"),
            "ortho is for cosine and sine transforms, and this is r2c; normalized is possible");
  EXPECT_EQ(message("dct4 8 ortho normalized"), "a transform is ortho or normalized, not both");
}

TEST(Transform, ScalesAreNumbersOfFullPrecision) {
  EXPECT_EQ(message("c2c 8 scale=0"),
            "the scale of the transform is 0; magnitudes of 1e-37 to 1e+38 are allowed");
  EXPECT_EQ(message("c2c 8 f64 scale=nan"),
            "the scale of the transform is nan; magnitudes of 1e-307 to 1e+308 are allowed");
  EXPECT_EQ(message("c2c 8x125 normalized scale=-9.9e-35"),
            "the scale of the transform is -9.9e-35; magnitudes of 1e-34 to 1e+38 are allowed");
  EXPECT_EQ(message("dct2 50 ortho scale=9.9e-37"),
            "the scale of the transform is 9.9e-37; magnitudes of 1e-36 to 1e+38 are allowed");
  EXPECT_NE(message("c2c 8 f16 scale=-inf").find("1e+38"), std::string::npos);
  EXPECT_NE(message("c2c 8 scale=1e39").find("1e+38"), std::string::npos);
  EXPECT_EQ(message("c2c 8 f32-in-f64 scale=1e39"), "accepted");
  EXPECT_EQ(message("c2c 8 scale=x"), "'x' is no number; a scale is expected");
}

TEST(Transform, DenseStrides) {
  const Transform r2c = parse_transform("r2c 480x640 batch=3");
  EXPECT_EQ(r2c.axes, (std::vector<TransformAxis>{{640, 1, 1}, {480, 640, 321}}));
  EXPECT_EQ(r2c.batches, (std::vector<TransformAxis>{{3, 480 * 640, 480 * 321}}));
  EXPECT_EQ(input_size_bytes(r2c), 3 * 480 * 640 * 4U);
  EXPECT_EQ(output_size_bytes(r2c), 3 * 480 * 321 * 8U);
  const Transform in_place = parse_transform("r2c 480x640 in-place");
  EXPECT_EQ(in_place.axes[1], (TransformAxis{480, 642, 321}));
  EXPECT_EQ(parse_transform("c2r 480x641 in-place").axes[1], (TransformAxis{480, 321, 642}));
}

TEST(Transform, RefusesWhatIsOutsideTheLimits) {
  const Transform good = parse_transform("c2c 8x16 batch=4");
  Transform bad = good;
  bad.axes[0].extent = 0;
  expect_refused(bad, {"axis 0", "0 points", "1 to"});
  bad.axes[0].extent = -5;
  expect_refused(bad, {"-5"});
  bad.axes[0].extent = INT64_MAX;
  expect_refused(bad, {"axis 0"});
  bad.axes = {};
  expect_refused(bad, {"0 axes"});
  bad = good;
  bad.batches[0].extent = 0;
  expect_refused(bad, {"batch axis 0"});
  bad = good;
  bad.batches = {{1 << 30, 1, 1}, {1 << 30, 1, 1}};
  expect_refused(bad, {"points in all"});
  bad = good;
  bad.axes[1].input_stride = 0;
  expect_refused(bad, {"input axis 1 stride is 0"});
  bad.axes[1].input_stride = -16;
  expect_refused(bad, {"-16"});
  bad = good;
  bad.batches[0].output_stride = INT64_MAX / 2;
  expect_refused(bad, {"output batch axis 0 stride"});
  bad = good;
  bad.axes[1] = {1 << 20, std::int64_t{1} << 40, 16};
  expect_refused(bad, {"input reaches further"});
  bad = good;
  bad.input_offset = -1;
  expect_refused(bad, {"input offset is -1"});
  bad = good;
  bad.zero = {{0, 8}};
  expect_refused(bad, {"'zero' has 1 ranges", "2 axes"});
  bad.zero = {{3, 17}, {}};
  expect_refused(bad, {"'zero' of axis 0 is 3:17", "0 to 16"});
  bad.zero = {{}, {-1, 3}};
  expect_refused(bad, {"'zero' of axis 1 is -1:3", "0 to 8"});
  bad.zero = {{0, 16}, {}};
  expect_refused(bad, {"'zero' of axis 0 is 0:16", "all of its 16 points"});
  bad.zero = {{16, 0}, {}};  // none, as 0:0
  validate(bad);
  bad.keep = {{0, 16}, {9, 2}};
  expect_refused(bad, {"'keep' of axis 1 is 9:2", "0 to 8"});
}

TEST(Transform, RefusesOverlap) {
  Transform bad = parse_transform("c2c 8x16 batch=4");
  bad.axes[1].output_stride = 15;
  expect_refused(bad, {"output axis 1 stride is 15", "16"});
  bad = parse_transform("r2c 8x16");
  bad.axes[1].output_stride = 8;
  expect_refused(bad, {"9"});
  bad = parse_transform("c2c 8x16 in-place");
  bad.axes[1].input_stride = 20;
  expect_refused(bad, {"in place", "axis 1 stride", "40 reals", "32"});
  bad = parse_transform("r2c 8x16 in-place");
  bad.axes[1].input_stride = 16;
  expect_refused(bad, {"in place", "16 reals", "18"});
  bad.axes[0].input_stride = 2;
  expect_refused(bad, {"axis 0", "must be 1"});
  bad = parse_transform("c2c 8x16 in-place");
  bad.output_offset = 2;
  expect_refused(bad, {"offset is 0 reals", "4"});
}

TEST(Transform, PlanarValues) {
  const Transform c2c = parse_transform("c2c 8x16 offset=2,3 imaginary=200,0");
  EXPECT_EQ(c2c.input_imaginary, 200);
  EXPECT_EQ(input_size_bytes(c2c), 4U * (2 + 128 + 200));
  EXPECT_EQ(output_size_bytes(c2c), 8U * (3 + 128));
  EXPECT_NE(message("c2c 8 imaginary=8").find("imaginary=IN,OUT"), std::string::npos);
  EXPECT_NE(message("c2c 8 imaginary=-1,0").find("0 (pairs) to"), std::string::npos);
  EXPECT_EQ(message("r2c 8 imaginary=8,0"),
            "the input of r2c is real and has no imaginary parts; 0 is allowed");
  EXPECT_EQ(message("c2c 8 imaginary=7,8"), "accepted");  // inputs may overlap
  EXPECT_NE(message("c2c 8 imaginary=8,7").find("at least 8 are needed"), std::string::npos);
  EXPECT_EQ(message("c2c 8 in=2 out=2 imaginary=1,1"), "accepted");
  EXPECT_EQ(message("c2c 8 in-place imaginary=8,9"),
            "in place, imaginary parts lie 8 reals after real parts in the input, and 9 in the "
            "output; they must be equal");
  EXPECT_NE(message("c2r 8 in-place imaginary=8,0").find("pairs are possible"), std::string::npos);
}

TEST(Transform, PackedHalfSpectra) {
  const Transform r2c = parse_transform("r2c 640 packed batch=3");
  EXPECT_EQ(r2c.batches, (std::vector<TransformAxis>{{3, 640, 320}}));
  EXPECT_EQ(output_size_bytes(r2c), 3 * 640 * 4U);
  const Transform in_place = parse_transform("c2r 640 packed batch=3 in-place");
  EXPECT_EQ(in_place.batches, (std::vector<TransformAxis>{{3, 320, 640}}));
  EXPECT_EQ(input_size_bytes(in_place), 3 * 640 * 4U);
  EXPECT_EQ(message("c2c 8 packed"),
            "packed is of half spectra, and c2c has none; r2c and c2r are possible");
  EXPECT_EQ(message("r2c 4x8 packed"),
            "the transform is packed and has 2 axes; its bins 0 and N / 2 are not real. One axis "
            "is allowed, with batches, and several without packed");
  EXPECT_EQ(message("c2r 1 packed"),
            "the transform is packed and has 1 points, which have no bin N / 2; even numbers are "
            "allowed, and odd ones without packed");
  EXPECT_EQ(message("r2c 8 packed keep=2:5"),
            "'keep' of axis 0 is 2:5; numbers from 0 to 4 are allowed");
  EXPECT_NE(message("c2r 8 packed zero=0:4").find("all of its 4 points"), std::string::npos);
  EXPECT_NE(message("r2c 8 packed batch=2 in-place in=10,1").find("10 reals and the output's 8"),
            std::string::npos);
}

TEST(Transform, Directions) {
  EXPECT_NE(message("r2c 8 inverse").find("use c2r"), std::string::npos);
  EXPECT_NE(message("c2r 8 forward").find("use r2c"), std::string::npos);
}

}  // namespace transform_value_test
