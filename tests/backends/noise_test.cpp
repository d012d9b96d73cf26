// SPDX-License-Identifier: LGPL-2.1-or-later
// Noise that is measured, beside noise that was added.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "fftcore/error.h"
#include "fftcore/noise.h"
#include "test_image.h"

using namespace fftcore;

namespace {

/// A picture with soft shapes, a hard edge and a black bar, and noise of `sigma` 8-bit levels.
oracle::TestImage noisy(const Layout& layout, double sigma) {
  std::mt19937 random(1);
  std::normal_distribution<double> noise(0, 1);
  oracle::Samples samples = oracle::samples_of(layout);
  const double white = traits_of(layout.element).white();
  for (std::int64_t c = 0; c < samples.channels; ++c)
    for (std::int64_t y = 0; y < samples.rows; ++y)
      for (std::int64_t x = 0; x < samples.columns; ++x) {
        const double soft = 0.5 + 0.2 * std::sin(static_cast<double>(x) / 30) *
                                      std::cos(static_cast<double>(y) / 20);
        const double shape = x + 2 * y > 900 ? soft * 0.6 : soft;
        const double value = (shape + (c + 1.0) * sigma / 255 * noise(random)) * white;
        const bool is_bar = y < samples.rows / 8;
        samples.at(c, y, x) = is_bar ? 0
                              : oracle::is_real(layout.element)
                                  ? static_cast<double>(static_cast<float>(value))
                                  : std::round(value);
      }
  oracle::TestImage image(layout);
  image.set(samples);
  return image;
}

double measured(const Layout& layout, double sigma, std::int64_t channel = 0) {
  return estimate_noise(layout, noisy(layout, sigma).const_buffer(), channel);
}

template <class Call>
std::string refusal_of(Call call) {
  try {
    call();
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST(Noise, IsWhatWasAdded) {
  for (const double sigma : {2.0, 5.0, 20.0}) {
    const Layout bytes = Layout::interleaved(Element::u8, {576, 720}, 1, 737);
    // Rounding to whole numbers is noise of 1/12 too.
    EXPECT_NEAR(measured(bytes, sigma), std::sqrt(sigma * sigma + 1.0 / 12), 0.04 * sigma);
    for (const Element element : {Element::f32, Element::u10_high, Element::u16_be})
      EXPECT_NEAR(measured(Layout::interleaved(element, {577, 723}), sigma), sigma, 0.04 * sigma)
          << to_string(element);
  }
}

TEST(Noise, OfEachChannel) {
  const Layout colours = Layout::interleaved(Element::f32, {320, 480}, 3);
  for (const std::int64_t channel : {0, 1, 2})
    EXPECT_NEAR(measured(colours, 3, channel), 3.0 * static_cast<double>(channel + 1), 0.3);
}

TEST(Noise, IsNoneWhereThereIsNone) {
  const Layout dark = Layout::interleaved(Element::u8, {64, 80});
  oracle::TestImage black(dark);
  black.set(oracle::samples_of(dark));
  EXPECT_EQ(estimate_noise(dark, black.const_buffer()), 0);
  EXPECT_LT(measured(Layout::interleaved(Element::f32, {576, 720}), 0), 0.05);
  EXPECT_LT(measured(Layout::interleaved(Element::u8, {1, 1}), 0), 0.05);
}

TEST(Noise, OfSmallAndLargeImages) {
  EXPECT_NEAR(measured(Layout::interleaved(Element::f32, {33, 47}), 10), 10, 4);
  EXPECT_NEAR(measured(Layout::interleaved(Element::u8, {1500, 2100}), 10), 10, 0.4);
}

TEST(Noise, RefusesWhatIsWrong) {
  const Layout layout = Layout::interleaved(Element::u8, {20, 30});
  oracle::TestImage image(layout);
  EXPECT_NE(refusal_of([&] { estimate_noise(layout, {}); }).find("null"), std::string::npos);
  EXPECT_NE(refusal_of([&] { estimate_noise(layout, image.const_buffer(), 1); }).find("0 to 0"),
            std::string::npos);
  EXPECT_NE(refusal_of([&] {
              estimate_noise(Layout::interleaved(Element::f64, {20, 30}), image.const_buffer());
            }).find("f32"),
            std::string::npos);
}
