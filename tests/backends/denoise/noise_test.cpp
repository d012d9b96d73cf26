// SPDX-License-Identifier: LGPL-2.1-or-later
// Noise that is measured, beside noise that was added.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "fftcore/error.h"
#include "fftcore/noise.h"
#include "test_image.h"

namespace noise_test {

using namespace fftcore;

namespace {

/// A picture with soft shapes, a hard edge and a black bar, and noise of `sigma` 8-bit levels.
oracle::TestImage noisy(const Layout& layout, double sigma) {
  std::mt19937 random(1);
  std::normal_distribution<double> noise(0, 1);
  oracle::Samples samples = oracle::samples_of(layout);
  const double white = traits_of(layout.type).white();
  for (std::int64_t c = 0; c < samples.channels; ++c)
    for (std::int64_t y = 0; y < samples.rows; ++y)
      for (std::int64_t x = 0; x < samples.columns; ++x) {
        const double soft = 0.5 + 0.2 * std::sin(static_cast<double>(x) / 30) *
                                      std::cos(static_cast<double>(y) / 20);
        const double shape = x + 2 * y > 900 ? soft * 0.6 : soft;
        const double value = (shape + (c + 1.0) * sigma / 255 * noise(random)) * white;
        const bool is_bar = y < samples.rows / 8;
        samples.at(c, y, x) = is_bar ? 0
                              : oracle::is_real(layout.type)
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

/// An image of floats with `value` in place of each sample of which `is_gap` says so.
double measured_with_gaps(double sigma, float value, const auto& is_gap) {
  const Layout layout = Layout::interleaved(SampleType::f32, {320, 480});
  oracle::TestImage image = noisy(layout, sigma);
  oracle::Samples samples = image.get();
  for (std::int64_t y = 0; y < samples.rows; ++y)
    for (std::int64_t x = 0; x < samples.columns; ++x)
      if (is_gap(y, x)) samples.at(0, y, x) = static_cast<double>(value);
  image.set(samples);
  return estimate_noise(layout, image.const_buffer());
}

/// A ramp of so many levels a column, and noise that is as large in channel c as c + 1 times sigma.
oracle::TestImage ramp(const Layout& layout, double slope, double sigma) {
  std::mt19937 random(1);
  std::normal_distribution<double> noise(0, 1);
  oracle::Samples samples = oracle::samples_of(layout);
  const double level = traits_of(layout.type).white() / 255.0;
  for (std::int64_t c = 0; c < samples.channels; ++c)
    for (std::int64_t y = 0; y < samples.rows; ++y)
      for (std::int64_t x = 0; x < samples.columns; ++x) {
        const double value =
            (20 + slope * static_cast<double>(x) + (c + 1.0) * sigma * noise(random)) * level;
        samples.at(c, y, x) = oracle::is_real(layout.type)
                                  ? static_cast<double>(static_cast<float>(value))
                                  : std::round(value);
      }
  oracle::TestImage image(layout);
  image.set(samples);
  return image;
}

/// Of what does not blur: means are those of 4 x 4 samples.
double lambda_in(const Layout& layout, double slope, double sigma, std::int64_t channels = 0) {
  return measured_lambda(layout, ramp(layout, slope, sigma).const_buffer(), {{1, 1}, {1}},
                         channels);
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
    const Layout bytes = Layout::interleaved(SampleType::u8, {576, 720}, 1, 737);
    // Rounding to whole numbers is noise of 1/12 too.
    EXPECT_NEAR(measured(bytes, sigma), std::sqrt(sigma * sigma + 1.0 / 12), 0.04 * sigma);
    for (const SampleType type : {SampleType::f32, SampleType::u10_high, SampleType::u16_be})
      EXPECT_NEAR(measured(Layout::interleaved(type, {577, 723}), sigma), sigma, 0.04 * sigma)
          << to_string(type);
  }
}

TEST(Noise, OfEachChannel) {
  const Layout colours = Layout::interleaved(SampleType::f32, {320, 480}, 3);
  for (const std::int64_t channel : {0, 1, 2})
    EXPECT_NEAR(measured(colours, 3, channel), 3.0 * static_cast<double>(channel + 1), 0.3);
}

TEST(Noise, IsNoneWhereThereIsNone) {
  const Layout dark = Layout::interleaved(SampleType::u8, {64, 80});
  oracle::TestImage black(dark);
  black.set(oracle::samples_of(dark));
  EXPECT_EQ(estimate_noise(dark, black.const_buffer()), 0);
  EXPECT_LT(measured(Layout::interleaved(SampleType::f32, {576, 720}), 0), 0.05);
  EXPECT_LT(measured(Layout::interleaved(SampleType::u8, {1, 1}), 0), 0.05);
}

TEST(Noise, OfSmallAndLargeImages) {
  EXPECT_NEAR(measured(Layout::interleaved(SampleType::f32, {33, 47}), 10), 10, 4);
  EXPECT_NEAR(measured(Layout::interleaved(SampleType::u8, {1500, 2100}), 10), 10, 0.4);
}

TEST(Noise, OfLines) {
  for (const Extent extent : {Extent{1, 20000}, {20000, 1}}) {
    const Layout layout = Layout::interleaved(SampleType::f32, extent);
    EXPECT_NEAR(estimate_noise(layout, ramp(layout, 0, 10).const_buffer()), 10, 0.5);
  }
}

TEST(Noise, IsThatBesideGaps) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const double want = measured(Layout::interleaved(SampleType::f32, {320, 480}), 5);
  for (const float value : {nan, -9999.0F, -3.4e38F, 65535.0F, -2.0F}) {
    // One in 256, as many as there are blocks.
    const auto scattered = [](std::int64_t y, std::int64_t x) {
      return static_cast<std::uint32_t>(y * 480 + x) * 2654435761U >> 24 == 0;
    };
    EXPECT_NEAR(measured_with_gaps(5, value, scattered), want, 0.1 * want) << value;
    const auto border = [](std::int64_t, std::int64_t x) { return x < 300; };
    EXPECT_NEAR(measured_with_gaps(5, value, border), want, 0.1 * want) << value;
  }
}

TEST(Noise, IsNotMeasuredWhereGapsAreEverywhere) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const auto every_12th_row = [](std::int64_t y, std::int64_t) { return y % 12 == 0; };
  for (const float value : {nan, -9999.0F, 1e9F})
    EXPECT_NE(refusal_of([&] {
                measured_with_gaps(5, value, every_12th_row);
              }).find("cannot be measured"),
              std::string::npos)
        << value;
}

// Paper around ink: 1 lies farther from 0 to 0.4 than these from each other, and is no gap.
TEST(Noise, OfValuesThatAreEverywhere) {
  const Layout layout = Layout::interleaved(SampleType::f32, {320, 480});
  oracle::TestImage image = noisy(layout, 5);
  oracle::Samples samples = image.get();
  for (std::int64_t y = 0; y < samples.rows; ++y)
    for (std::int64_t x = 0; x < samples.columns; ++x)
      samples.at(0, y, x) = y % 12 == 0 ? 1 : 0.5 * samples.at(0, y, x);
  image.set(samples);
  EXPECT_GT(estimate_noise(layout, image.const_buffer()), 2);
}

TEST(MeasuredLambda, IsThatOfNoiseAndGradient) {
  const auto want = [](double noise, double gradient) {
    return 0.5 * std::pow(noise / gradient, 0.7);
  };
  // Means are 4 columns, so 4 slopes apart.
  const Layout floats = Layout::interleaved(SampleType::f32, {480, 300});
  EXPECT_NEAR(lambda_in(floats, 0.5, 3) / want(9, 4), 1, 0.1);
  EXPECT_NEAR(lambda_in(floats, 0.5, 12) / want(144, 4), 1, 0.1);
  const Layout bytes = Layout::interleaved(SampleType::u8, {480, 300}, 1, 311);
  EXPECT_NEAR(lambda_in(bytes, 0.5, 3) / want(9 + 1.0 / 12, 4), 1, 0.1);
  EXPECT_NEAR(lambda_in(Layout::interleaved(SampleType::u16_be, {480, 300}), 0.5, 3) / want(9, 4),
              1, 0.1);
  // Of nothing but what rounding to whole numbers leaves, and of floats without noise.
  EXPECT_GE(lambda_in(bytes, 0.5, 0), 0.9 * want(1.0 / 12, 4));
  EXPECT_LT(lambda_in(bytes, 0.5, 0), 1.5 * want(1.0 / 12, 4));
  EXPECT_EQ(lambda_in(floats, 0.5, 0), 1e-4);
  // Channels add up, and one that is left out does not count.
  const Layout colours = Layout::interleaved(SampleType::f32, {480, 300}, 3);
  EXPECT_NEAR(lambda_in(colours, 0.5, 3) / want(9 + 36 + 81, 3 * 4), 1, 0.1);
  EXPECT_NEAR(lambda_in(colours, 0.5, 3, 2) / want(9 + 36, 2 * 4), 1, 0.1);
}

// A blur of 49 pixels mixes 7 a side: means of fewer have lost some of their gradient.
TEST(MeasuredLambda, LooksAtMeansOfAsManySamplesAsTheBlurMixes) {
  const Layout layout = Layout::interleaved(SampleType::f32, {480, 300});
  const oracle::TestImage image = ramp(layout, 0.5, 40);
  Taps box{{7, 7}, std::vector<double>(49, 1.0 / 49)};
  EXPECT_NEAR(
      measured_lambda(layout, image.const_buffer(), box) / (0.5 * std::pow(1600 / 12.25, 0.7)), 1,
      0.15);
  for (double& tap : box.values) tap *= 2;
  EXPECT_NEAR(
      measured_lambda(layout, image.const_buffer(), box) / (4 * 0.5 * std::pow(1600 / 12.25, 0.7)),
      1, 0.15);
}

TEST(MeasuredLambda, OfAnySize) {
  for (const Extent extent : {Extent{1, 1}, {1, 40}, {40, 1}, {3, 5}, {8, 8}, {33, 17}})
    for (const SampleType type : {SampleType::u8, SampleType::f32}) {
      const double lambda = lambda_in(Layout::interleaved(type, extent), 1, 2);
      EXPECT_GE(lambda, 1e-4) << extent.rows << 'x' << extent.columns;
      EXPECT_LE(lambda, 1e3) << extent.rows << 'x' << extent.columns;
    }
}

TEST(Noise, RefusesWhatIsWrong) {
  const Layout layout = Layout::interleaved(SampleType::u8, {20, 30});
  oracle::TestImage image(layout);
  EXPECT_NE(refusal_of([&] { estimate_noise(layout, {}); }).find("null"), std::string::npos);
  EXPECT_NE(refusal_of([&] { estimate_noise(layout, image.const_buffer(), 1); }).find("0 to 0"),
            std::string::npos);
  EXPECT_NE(refusal_of([&] {
              estimate_noise(Layout::interleaved(SampleType::f64, {20, 30}), image.const_buffer());
            }).find("f32"),
            std::string::npos);
  const auto with = [&](ConstBuffer samples, const Taps& blur, std::int64_t channels) {
    return refusal_of([&] { measured_lambda(layout, samples, blur, channels); });
  };
  const Taps blur{{1, 1}, {1}};
  EXPECT_NE(with({}, blur, 0).find("null"), std::string::npos);
  EXPECT_NE(with(image.const_buffer(), blur, 2).find("2 channels"), std::string::npos);
  EXPECT_NE(with(image.const_buffer(), blur, -1).find("-1 channels"), std::string::npos);
  EXPECT_NE(with(image.const_buffer(), {{1, 2}, {1, -1}}, 0).find("add up to 0"),
            std::string::npos);
}

}  // namespace noise_test
