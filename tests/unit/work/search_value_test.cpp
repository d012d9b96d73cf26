// SPDX-License-Identifier: LGPL-2.1-or-later
// TemplateMatching and PhaseCorrelation as values: text, extents, and what is refused.
#include <gtest/gtest.h>

#include <string>

#include "fftcore/error.h"
#include "fftcore/search.h"

namespace search_value_test {

using namespace fftcore;

namespace {

template <class Call>
std::string message_of(Call call) {
  try {
    call();
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "accepted";
}

std::string refusal_of(const auto& search) {
  return message_of([&] { validate(search); });
}
std::string message_of_matching(std::string_view text) {
  return message_of([&] { parse_matching(text); });
}
std::string message_of_phase(std::string_view text) {
  return message_of([&] { parse_phase_correlation(text); });
}

const Layout kImage = Layout::interleaved(SampleType::u8, {480, 640});

}  // namespace

TEST(SearchText, ReadsBackWhatItWrites) {
  for (const std::string text :
       {"match ccoeff-normed u8 1080x1920 p64x64",
        "match ccorr f32 7x9 p1x9 templates=3 peaks=5 radius=0 surface",
        "match ccorr-normed u10-high 33x40 p5x6", "match ccorr u16-be 33x40 p5x6 flat=2",
        "match ccorr u8 33x40 p5x6 pitch=80 pixel=2",
        "match ccorr u8 33x40x3 p5x6 pitch=160 pixel=4",
        "match ccorr-normed u16 33x40x3 p5x6 planar pitch=64 weights=0.25,0.5,0.25,0 flat=2"}) {
    EXPECT_EQ(to_string(parse_matching(text)), text);
    EXPECT_EQ(parse_matching(to_string(parse_matching(text))), parse_matching(text));
  }
  for (const std::string text :
       {"phase u8 1080x1920", "phase u12 48x50 noise=3",
        "phase f32 31x37x4 weights=0.25,0.5,0.25,0 radius=3 noise=0.5 bandwidth=0 no-window "
        "surface"}) {
    EXPECT_EQ(to_string(parse_phase_correlation(text)), text);
    EXPECT_EQ(parse_phase_correlation(to_string(parse_phase_correlation(text))),
              parse_phase_correlation(text));
  }
}

TEST(SearchText, RefusesWhatItDoesNotUnderstand) {
  EXPECT_NE(message_of_matching("match ccoeff-normed u8 480x640").find("pROWSxCOLUMNS"),
            std::string::npos);
  EXPECT_NE(message_of_matching("match sqdiff u8 480x640 p8x8").find("ccorr-normed"),
            std::string::npos);
  EXPECT_NE(message_of_phase("phase u8 480").find("ROWSxCOLUMNS"), std::string::npos);
  EXPECT_NE(message_of_phase("phase u8 480x640 peak=3").find("peaks="), std::string::npos);
  EXPECT_NE(message_of_phase("phase f16 480x640").find("f32"), std::string::npos);
}

/// Samples of few bits in a type of many are as good as those of few.
TEST(Search, DefaultsAreMeasuredInStepsAndNotInWhite) {
  for (const SampleType type : {SampleType::u8, SampleType::u16, SampleType::u16_be,
                                SampleType::u10_high, SampleType::u12, SampleType::f32}) {
    const Layout layout = Layout::interleaved(type, {480, 640});
    EXPECT_EQ(matching(Score::ccorr, layout, {3, 3}).flat, 0);
    EXPECT_EQ(phase_correlation(layout).noise, type == SampleType::f32 ? 0.0F : 0.3F);
  }
}

TEST(Search, ItsSurface) {
  EXPECT_EQ(surface_extent(matching(Score::ccorr, kImage, {64, 32})), (Extent{417, 609}));
  EXPECT_EQ(surface_extent(phase_correlation(Layout::interleaved(SampleType::u8, {7, 1081}))),
            (Extent{8, 1152}));
  EXPECT_EQ(phase_extent({1080, 1920}), (Extent{1080, 1920}));
  EXPECT_EQ(phase_extent({1, 1}), (Extent{2, 2}));
}

TEST(Search, RefusesWhatCannotBeDone) {
  TemplateMatching wanted = matching(Score::ccorr, kImage, {481, 3});
  EXPECT_NE(refusal_of(wanted).find("does not fit an image of 480x640"), std::string::npos);
  wanted = matching(Score::ccorr, kImage, {3, 3});
  wanted.max_peaks = 0;
  EXPECT_NE(refusal_of(wanted).find("1 to 64"), std::string::npos);
  wanted = matching(Score::ccorr, kImage, {3, 3});
  wanted.flat = -1;
  EXPECT_NE(refusal_of(wanted).find("flat is -1; 0 or a number above it"), std::string::npos);
  EXPECT_EQ(refusal_of(phase_correlation(kImage)), "accepted");
}

}  // namespace search_value_test
