// SPDX-License-Identifier: LGPL-2.1-or-later
// Warp as a value: text, what is refused, and inverses of maps.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "fftcore/error.h"
#include "fftcore/warp.h"
#include "lanczos_terms.h"

namespace warp_value_test {

using namespace fftcore;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

template <class Call>
std::string message_of(Call call) {
  try {
    call();
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "accepted";
}

std::string refusal_of(std::string_view text) {
  return message_of([&] { parse_warp(text); });
}

template <class Change>
std::string refusal_after(Change change) {
  Warp warp = parse_warp("warp u8 48x64x3");
  change(warp);
  return message_of([&] { validate(warp); });
}

}  // namespace

TEST(WarpText, ReadsBackWhatItWrites) {
  for (const std::string text :
       {"warp u8 1080x1920 bicubic", "warp u8 540x960x2 bicubic scale=2,2 origin=0,0.5",
        "warp u8>f32 7x9 out=100x200 nearest edge=constant fill=-3.5 projective",
        "warp f64 33x40x3 planar pitch=64,64 lanczos edge=reflect-101",
        "warp u10-packed 33x40x3 bilinear edge=wrap", "warp u8 33x40 out=40x33 bicubic fill=0.1"}) {
    const Warp warp = parse_warp(text);
    EXPECT_EQ(to_string(warp), text);
    EXPECT_EQ(parse_warp(to_string(warp)), warp) << text;
  }
}

TEST(WarpText, ReadsShorterOnesToo) {
  EXPECT_EQ(parse_warp("warp u8 8x9"), warping(Layout::interleaved(SampleType::u8, {8, 9})));
  EXPECT_EQ(to_string(parse_warp("warp u8 8x9 out=8x9 edge=replicate fill=0 scale=1,1")),
            "warp u8 8x9 bicubic");
}

TEST(WarpText, RefusesWhatItDoesNotUnderstand) {
  for (const auto& [text, words] :
       {std::pair{"warp u8", "ROWSxCOLUMNS"}, std::pair{"warp u8 8", "ROWSxCOLUMNS"},
        std::pair{"warp u8 8x9 out=7", "out=ROWSxCOLUMNS"},
        std::pair{"warp u8 8x9 cubic", "bicubic, nearest, bilinear, lanczos"},
        std::pair{"warp u8 8x9 edge=mirror", "reflect-101"},
        std::pair{"warp u8 8x9 scale=2", "scale=X,Y"},
        std::pair{"warp u8 8x9 scale=0,1", "scale_x is 0"},
        std::pair{"warp u8 8x9 fill=inf", "1e+30"}, std::pair{"warp u8 8x9 fill=nan", "1e+30"},
        std::pair{"warp u8 99999999x9", "65536"}, std::pair{"warp u8 8x9 out=8x65537", "65536"},
        std::pair{"warp complex64 8x9", "real ones"}})
    EXPECT_NE(refusal_of(text).find(words), std::string::npos) << text << ": " << refusal_of(text);
}

TEST(WarpValue, RefusesWhatCannotBeDone) {
  const auto says = [](std::string_view what, void (*change)(Warp&)) {
    const std::string refusal = refusal_after(change);
    EXPECT_NE(refusal.find(what), std::string::npos) << refusal;
  };
  says("accepted", [](Warp&) {});
  says("accepted", [](Warp& w) { w.output = Layout::planar(SampleType::f64, {1, 65536}, 3); });
  says("the output has 2 channels; the input's 3", [](Warp& w) {
    w.output = Layout::interleaved(SampleType::u8, {4, 4}, 2);
  });
  says("1 of each", [](Warp& w) { w.input = w.input.with_frames(2); });
  says("real ones", [](Warp& w) { w.output.type = SampleType::complex128; });
  says("65536", [](Warp& w) { w.output = Layout::planar(SampleType::u8, {1, 65537}, 3); });
  says("fill is", [](Warp& w) { w.fill = -2e30; });
  says("scale_y is -1", [](Warp& w) { w.scale_y = -1; });
  says("scale_x is nan", [](Warp& w) { w.scale_x = std::nan(""); });
  says("origin_x is", [](Warp& w) { w.origin_x = 1e6; });
  says("origin_y is", [](Warp& w) { w.origin_y = std::nan(""); });
}

TEST(WarpMaps, AreInverted) {
  EXPECT_EQ(invert({2, 0, 6, 0, 4, -8, 0, 0, 1}), (WarpMap{0.5F, 0, -3, 0, 0.25F, 2, 0, 0, 1}));
  const WarpMap map{1.1F, -0.2F, 30, 0.3F, 0.9F, -7, 0.001F, -0.002F, 1.5F}, back = invert(map);
  for (const double x : {0.0, 100.0, -30.0})
    for (const double y : {0.0, 50.0}) {
      const auto apply = [](const WarpMap& m, double a, double b) {
        const double w = m[6] * a + m[7] * b + m[8];
        return std::pair((m[0] * a + m[1] * b + m[2]) / w, (m[3] * a + m[4] * b + m[5]) / w);
      };
      const auto [there_x, there_y] = apply(map, x, y);
      const auto [here_x, here_y] = apply(back, there_x, there_y);
      EXPECT_NEAR(here_x, x, 1e-3);
      EXPECT_NEAR(here_y, y, 1e-3);
    }
}

TEST(WarpMaps, WithoutAnInverseAreRefused) {
  for (const WarpMap& map :
       {WarpMap{}, WarpMap{1, 2, 0, 2, 4, 0, 0, 0, 1}, WarpMap{1, 0, 0, 0, 1, 0, 0, 0, 0},
        WarpMap{1, 0, NAN, 0, 1, 0, 0, 0, 1}, WarpMap{1, 0, kInfinity, 0, 1, 0, 0, 0, 1},
        WarpMap{1e-39F, 0, 0, 0, 1, 0, 0, 0, 1}})
    EXPECT_NE(message_of([&] { invert(map); }).find("can be inverted"), std::string::npos)
        << testing::PrintToString(map);
}

/// p(x) of the header is sin(pi x / 3) / x, times 3 / pi.
TEST(LanczosTerms, AreTheSineOfAThird) {
  const auto sum = [](double x, std::size_t terms) {
    double all = 0;
    for (std::size_t n = terms; n-- > 0;) all = all * x * x + kLanczosSeries.at(n);
    return all;
  };
  for (const double x : {0.125, 0.5, 0.75, 1.0}) {
    const double angle = std::acos(-1.0) * x / 3, exact = std::sin(angle) / angle;
    EXPECT_NEAR(sum(x, kLanczosTerms), exact, 1e-9);
    EXPECT_NEAR(sum(x, kLanczosTermsOfDouble), exact, 3e-16);
  }
}

}  // namespace warp_value_test
