// SPDX-License-Identifier: LGPL-2.1-or-later
// WindowCorrelation as a value: text, defaults, and what is refused.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "fftcore/error.h"
#include "fftcore/window_correlation.h"
#include "fftcore/work.h"

namespace window_value_test {

using namespace fftcore;

namespace {

const Layout kImage = Layout::interleaved(SampleType::u8, {480, 640});

std::string refusal_of(const WindowCorrelation& windows) {
  try {
    validate(windows);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "accepted";
}

std::string refusal_of(std::string_view text) {
  try {
    parse_window_correlation(text);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "accepted";
}

WindowCorrelation zncc() {
  return window_correlation(WindowScore::zncc, kImage, {32, 32});
}

}  // namespace

TEST(WindowText, ReadsBackWhatItWrites) {
  for (const std::string text :
       {"windows zncc u8 1080x1920 w32x32 count=2000", "windows plain f32 7x9 w4x128 search=3",
        "windows plain u16 480x640 w24x30 search=0 taper=hann refine=0",
        "windows phase u10-high 480x640x3 w32x64 planar pitch=700 weights=0.25,0.5,0.25,0 count=7 "
        "mapped interpolation=bicubic taper=kaiser refine=5 bandwidth=0 flat=2"}) {
    EXPECT_EQ(to_string(parse_window_correlation(text)), text);
    const AnyWork work = parse_work(text);
    ASSERT_TRUE(std::holds_alternative<WindowCorrelation>(work));
    EXPECT_EQ(std::get<WindowCorrelation>(work), parse_window_correlation(text));
  }
}

TEST(WindowText, RefusesWhatItDoesNotUnderstand) {
  EXPECT_NE(refusal_of("windows zncc u8 480x640").find("wROWSxCOLUMNS"), std::string::npos);
  EXPECT_NE(refusal_of("windows best u8 480x640 w8x8").find("plain, zncc, phase"),
            std::string::npos);
  EXPECT_NE(refusal_of("windows zncc u8 480x640 w8").find("ROWSxCOLUMNS"), std::string::npos);
  EXPECT_NE(refusal_of("windows zncc u8 480x640x5 w8x8").find("1 to 4"), std::string::npos);
  EXPECT_NE(refusal_of("windows zncc u8 480x640 w8x8 interpolation=cubic").find("bicubic"),
            std::string::npos);
}

TEST(Windows, DefaultsFollowTheScoreAndTheSampleType) {
  EXPECT_EQ(zncc().flat, 0.5F);
  EXPECT_EQ(zncc().search, 8);
  const WindowCorrelation phase = window_correlation(
      WindowScore::phase, Layout::interleaved(SampleType::f32, {480, 640}), {32, 32});
  EXPECT_EQ(phase.flat, 0);
  EXPECT_EQ(phase.search, 0);
  EXPECT_EQ(phase.taper, BlockWindow::hann);
}

TEST(Windows, RefusesWhatCannotBeDone) {
  const auto changed = [](auto change) {
    WindowCorrelation windows = zncc();
    change(windows);
    return refusal_of(windows);
  };
  EXPECT_EQ(refusal_of(zncc()), "accepted");
  using W = WindowCorrelation;
  EXPECT_NE(changed([](W& w) { w.window = {3, 32}; }).find("4 to 128"), std::string::npos);
  EXPECT_NE(changed([](W& w) { w.window = {32, 129}; }).find("4 to 128"), std::string::npos);
  EXPECT_NE(changed([](W& w) { w.window.slices = 2; }).find("slices"), std::string::npos);
  EXPECT_NE(changed([](W& w) { w.search = 0; }).find("1 to 64"), std::string::npos);
  EXPECT_NE(changed([](W& w) { w.search = 65; }).find("0 to 64"), std::string::npos);
  EXPECT_NE(changed([](W& w) { w.count = 0; }).find("number of windows is 0"), std::string::npos);
  EXPECT_NE(changed([](W& w) { w.refine = 9; }).find("0 to 8"), std::string::npos);
  EXPECT_NE(changed([](W& w) { w.taper = BlockWindow::hann; }).find("rectangle"),
            std::string::npos);
  EXPECT_NE(changed([](W& w) { w.weights[2] = NAN; }).find("weight is nan"), std::string::npos);
  EXPECT_NE(changed([](W& w) { w.flat = NAN; }).find("flat is nan"), std::string::npos);
  EXPECT_NE(changed([](W& w) { w.flat = -1; }).find("flat is -1"), std::string::npos);
  EXPECT_NE(changed([](W& w) { w.bandwidth = 11; }).find("10"), std::string::npos);
  EXPECT_NE(changed([](W& w) {
              w.image = Layout::interleaved(SampleType::complex64, {480, 640});
            }).find("real types"),
            std::string::npos);
  EXPECT_NE(changed([](W& w) {
              w.image = Layout::interleaved(SampleType::u8, {480, 65537});
            }).find("1 to 65536"),
            std::string::npos);
  WindowCorrelation phase = window_correlation(WindowScore::phase, kImage, {28, 32});
  EXPECT_NE(refusal_of(phase).find("prime factors"), std::string::npos);
  phase.window = {30, 32};
  EXPECT_EQ(refusal_of(phase), "accepted");
  phase.search = 4;
  EXPECT_NE(refusal_of(phase).find("0 is allowed"), std::string::npos);
}

}  // namespace window_value_test
