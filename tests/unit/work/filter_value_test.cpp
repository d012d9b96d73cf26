// SPDX-License-Identifier: LGPL-2.1-or-later
// WindowFilters as a value: text, defaults, and what is refused.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "fftcore/error.h"
#include "fftcore/window_filters.h"
#include "fftcore/work.h"

namespace filter_value_test {

using namespace fftcore;

namespace {

const Layout kImage = Layout::interleaved(SampleType::u8, {480, 640}, 3);

std::string refusal_of(const WindowFilters& filters) {
  try {
    validate(filters);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "accepted";
}

std::string refusal_of(std::string_view text) {
  try {
    parse_window_filters(text);
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST(FilterText, ReadsBackWhatItWrites) {
  for (const std::string text :
       {"filters u8 1080x1920x3 w64x64 count=100 filters=200", "filters f32 7x9 w4x128",
        "filters u10-high 480x640x3 w30x64 planar pitch=700 weights=0.25,0.5,0.25,0 count=7 "
        "filters=9 stored=f32 interpolation=lanczos taper=kaiser width=1.5 regularization=0.5 "
        "flat=2"}) {
    EXPECT_EQ(to_string(parse_window_filters(text)), text);
    const AnyWork work = parse_work(text);
    ASSERT_TRUE(std::holds_alternative<WindowFilters>(work));
    EXPECT_EQ(std::get<WindowFilters>(work), parse_window_filters(text));
  }
}

TEST(FilterText, RefusesWhatItDoesNotUnderstand) {
  EXPECT_NE(refusal_of("filters u8 480x640").find("wROWSxCOLUMNS"), std::string::npos);
  EXPECT_NE(refusal_of("filters u8 480x640x5 w8x8").find("1 to 4"), std::string::npos);
  EXPECT_NE(refusal_of("filters u8 480x640 w8x8 stored=half").find("f16"), std::string::npos);
  EXPECT_NE(refusal_of("filters u8 480x640 w8x8 search=3").find("search"), std::string::npos);
}

TEST(Filters, DefaultsFollowTheSampleType) {
  EXPECT_EQ(window_filters(kImage, {64, 64}).flat, 0.5F);
  EXPECT_EQ(window_filters(Layout::interleaved(SampleType::f32, {9, 9}), {4, 4}).flat, 0);
}

TEST(Filters, AreStoredAsPlanesOfBins) {
  WindowFilters filters = window_filters(kImage, {64, 30});
  filters.filters = 5;
  const Layout stored = stored_filters(filters);
  EXPECT_EQ(stored.type, SampleType::f16);
  EXPECT_EQ(stored.rows.extent, 7 * 64);
  EXPECT_EQ(stored.columns.extent, 16);
  EXPECT_EQ(stored.frames.extent, 5);
  EXPECT_EQ(stored.frames.stride, 7 * 64 * 16);
}

TEST(Filters, RefusesWhatCannotBeDone) {
  const auto changed = [](auto change) {
    WindowFilters filters = window_filters(kImage, {32, 32});
    change(filters);
    return refusal_of(filters);
  };
  using F = WindowFilters;
  EXPECT_EQ(changed([](F&) {}), "accepted");
  const auto expect_said = [](const std::string& refusal, std::string_view words) {
    EXPECT_NE(refusal.find(words), std::string::npos) << refusal;
  };
  expect_said(changed([](F& f) { f.window = {3, 32}; }), "4 to 128");
  expect_said(changed([](F& f) { f.window = {32, 28}; }), "prime factors");
  expect_said(changed([](F& f) { f.count = 0; }), "number of windows is 0");
  expect_said(changed([](F& f) { f.filters = 0; }), "number of filters is 0");
  expect_said(changed([](F& f) { f.stored = SampleType::u8; }), "f16 and f32 are allowed");
  expect_said(changed([](F& f) { f.width = 0.1F; }), "0.5 to 32");
  expect_said(changed([](F& f) { f.regularization = 0; }), "regularization is 0");
  expect_said(changed([](F& f) { f.flat = NAN; }), "flat is nan");
  expect_said(changed([](F& f) { f.weights = {0, 0, 0, 1}; }), "all channels have weight 0");
  expect_said(changed([](F& f) { f.weights[1] = NAN; }), "weight is nan");
  expect_said(changed([](F& f) { f.image.type = SampleType::complex64; }), "real types");
}

}  // namespace filter_value_test
