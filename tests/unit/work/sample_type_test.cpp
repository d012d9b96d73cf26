// SPDX-License-Identifier: LGPL-2.1-or-later
// What is known of each type of sample.
#include <gtest/gtest.h>

#include <string_view>

#include "fftcore/convolution.h"
#include "fftcore/error.h"
#include "fftcore/search.h"
#include "fftcore/stages.h"

namespace fftcore::test::sample_type_test {
namespace {

struct Known {
  SampleType type;
  std::string_view word;
  std::size_t bytes;
  int white;
  int shift;
  bool has_ignored_bits;
};

TEST(SampleType, IsWhatItsNameSays) {
  for (const auto& [type, word, bytes, white, shift, has_ignored_bits] :
       {Known{SampleType::u8, "u8", 1, 255, 0, false},
        Known{SampleType::u16, "u16", 2, 65535, 0, false},
        Known{SampleType::f16, "f16", 2, 1, 0, false},
        Known{SampleType::f32, "f32", 4, 1, 0, false},
        Known{SampleType::u10, "u10", 2, 1023, 0, true},
        Known{SampleType::u12, "u12", 2, 4095, 0, true},
        Known{SampleType::u10_high, "u10-high", 2, 1023, 6, true},
        Known{SampleType::u12_high, "u12-high", 2, 4095, 4, true},
        Known{SampleType::u16_be, "u16-be", 2, 65535, 0, false},
        Known{SampleType::u10_packed, "u10-packed", 4, 1023, 0, true},
        Known{SampleType::f64, "f64", 8, 1, 0, false},
        Known{SampleType::complex64, "complex64", 8, 1, 0, false},
        Known{SampleType::complex128, "complex128", 16, 1, 0, false}}) {
    const SampleTraits traits = traits_of(type);
    EXPECT_EQ(to_string(type), word);
    EXPECT_EQ(size_bytes(type), bytes) << word;
    EXPECT_EQ(traits.white(), white) << word;
    EXPECT_EQ(traits.shift, shift) << word;
    EXPECT_EQ(traits.has_ignored_bits(), has_ignored_bits) << word;
    EXPECT_EQ(traits.is_whole(), word.front() == 'u');
    EXPECT_EQ(traits.is_big_endian, type == SampleType::u16_be);
    EXPECT_EQ(traits.is_packed(), type == SampleType::u10_packed);
    EXPECT_EQ(traits.is_complex(), word.front() == 'c') << word;
    EXPECT_EQ(part_of(type), type == SampleType::complex64    ? SampleType::f32
                             : type == SampleType::complex128 ? SampleType::f64
                                                              : type)
        << word;
  }
}

/// Expects validate() to refuse it, with these words.
template <class Problem>
void expect_refused(const Problem& problem, std::string_view words) {
  try {
    validate(problem);
    ADD_FAILURE() << to_string(problem) << " is accepted";
  } catch (const InvalidArgument& error) {
    EXPECT_NE(std::string_view(error.what()).find(words), std::string_view::npos) << error.what();
  }
}

TEST(SampleType, SearchesAndStagesTakeNeitherDoublesNorComplexNumbers) {
  for (const SampleType type : {SampleType::f64, SampleType::complex64, SampleType::complex128}) {
    const Layout image = Layout::interleaved(type, {8, 8});
    expect_refused(matching(Score::ccorr, image, {3, 3}), "which only Convolutions take");
    ForwardStage stage;
    stage.image = image;
    stage.spectrum.points = {8, 8};
    stage.spectrum.stored_rows = 8;
    expect_refused(stage, "which only Convolutions take");
    EXPECT_NO_THROW(validate(convolution(image, {3, 3})));
  }
}

TEST(SampleType, ConvolutionsOfComplexImagesAreComplex) {
  Convolution work = convolution(Layout::interleaved(SampleType::complex64, {8, 8}), {3, 3});
  for (const SampleType type : {SampleType::complex64, SampleType::complex128}) {
    work.output.type = type;
    EXPECT_NO_THROW(validate(work));
  }
  for (const SampleType type : {SampleType::f32, SampleType::f64, SampleType::u8}) {
    work.output.type = type;
    expect_refused(work, "complex64 and complex128 are allowed as output");
  }
  work.input.type = SampleType::u8;
  work.output.type = SampleType::complex128;
  EXPECT_NO_THROW(validate(work));
  EXPECT_EQ(to_string(work), "conv2d u8>complex128 8x8 k3x3 reflect-101 same");
  EXPECT_EQ(parse_convolution("conv2d u8>complex128 8x8 k3x3 reflect-101 same"), work);
}

TEST(SampleType, DoublesAreNotForHalfPrecision) {
  Convolution work = convolution(Layout::interleaved(SampleType::complex64, {8, 8}), {3, 3});
  work.precision = Precision::fast;
  EXPECT_NO_THROW(validate(work));
  work.output.type = SampleType::complex128;
  expect_refused(work,
                 "complex64 to complex128 is computed in double precision; use precision=full");
}

TEST(SampleType, CountsSamplesThatShareWords) {
  EXPECT_EQ(traits_of(SampleType::u10_packed).samples, 3);
  EXPECT_EQ(byte_of(SampleType::u10_packed, 0), 0);
  EXPECT_EQ(byte_of(SampleType::u10_packed, 2), 0);
  EXPECT_EQ(byte_of(SampleType::u10_packed, 3), 4);
  EXPECT_EQ(byte_of(SampleType::u10_packed, 31), 40);
  EXPECT_EQ(byte_of(SampleType::u10, 31), 62);
  EXPECT_EQ(whole_words(SampleType::u10_packed, 0), 0);
  EXPECT_EQ(whole_words(SampleType::u10_packed, 31), 33);
  EXPECT_EQ(whole_words(SampleType::u10_packed, 33), 33);
  EXPECT_EQ(whole_words(SampleType::u8, 31), 31);
  const Layout image = Layout::interleaved(SampleType::u10_packed, {5, 7}, 2);
  EXPECT_EQ(image.rows.stride, 15) << "14 samples, in whole words";
  EXPECT_EQ(image.with_frames(3).frames.stride, 75);
}

}  // namespace
}  // namespace fftcore::test::sample_type_test
