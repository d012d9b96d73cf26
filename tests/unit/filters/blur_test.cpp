// SPDX-License-Identifier: LGPL-2.1-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <numeric>
#include <string>

#include "fftcore/error.h"
#include "fftcore/restoration.h"

namespace fftcore::blur_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

void expect_taps(const Taps& taps, Extent extent, const std::vector<double>& values) {
  ASSERT_EQ(taps.extent, extent);
  for (std::size_t i = 0; i < values.size(); ++i)
    EXPECT_NEAR(taps.values[i], values[i], 1e-12) << "tap " << i;
}

double sum(const Taps& taps) {
  return std::accumulate(taps.values.begin(), taps.values.end(), 0.0);
}

/// The share of `points` (each as x, y of the centre, y downwards) that lies in each pixel.
Taps counted(Extent extent, int points,
             const std::function<std::pair<double, double>(int)>& point) {
  Taps taps{extent, std::vector<double>(extent.rows * extent.columns)};
  for (int i = 0; i < points; ++i) {
    const auto [x, y] = point(i);
    taps.values[(std::lround(y) + extent.rows / 2) * extent.columns + std::lround(x) +
                extent.columns / 2] += 1.0 / points;
  }
  return taps;
}

double largest_difference(const Taps& a, const Taps& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.values.size(); ++i)
    largest = std::max(largest, std::abs(a.values[i] - b.values[i]));
  return largest;
}

std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const InvalidArgument& error) {
    return error.what();
  }
  return "accepted";
}

TEST(MotionBlur, AlongTheAxes) {
  expect_taps(motion_blur(1, 0), {1, 1}, {1});
  expect_taps(motion_blur(5, 0), {1, 5}, {0.2, 0.2, 0.2, 0.2, 0.2});
  expect_taps(motion_blur(4, 90), {5, 1}, {0.125, 0.25, 0.25, 0.25, 0.125});
  EXPECT_EQ(motion_blur(4, -90).extent, (Extent{5, 1}));
  EXPECT_EQ(motion_blur(7, 180).extent, (Extent{1, 7}));
}

TEST(MotionBlur, DiagonallyUpwards) {
  // of a line of 4 pixels, in the pixel that it crosses from corner to corner
  const double full = std::numbers::sqrt2 / 4;
  expect_taps(motion_blur(4, 45), {3, 3}, {0, 0, (1 - full) / 2, 0, full, 0, (1 - full) / 2, 0, 0});
}

TEST(MotionBlur, IsTheShareOfTheLineInEachPixel) {
  for (const double length : {3.3, 10.0, 31.0}) {
    for (const double angle : {12.0, 45.5, 94.0, 171.0, -30.0}) {
      const Taps taps = motion_blur(length, angle);
      constexpr int kPoints = 200'000;
      const double radians = angle * std::numbers::pi / 180;
      const Taps expected = counted(taps.extent, kPoints, [&](int i) {
        const double t = ((i + 0.5) / kPoints - 0.5) * length;
        return std::pair{t * std::cos(radians), -t * std::sin(radians)};
      });
      EXPECT_LT(largest_difference(taps, expected), 2e-5) << length << " at " << angle;
      EXPECT_NEAR(sum(taps), 1, 1e-12);
    }
  }
}

TEST(DefocusBlur, IsTheShareOfTheDiscInEachPixel) {
  for (const double radius : {0.5, 0.8, 1.0, 3.3, 10.5}) {
    const Taps taps = defocus_blur(radius);
    constexpr int kSide = 1000;
    // Points of the disc, evenly: rings of equal area, and the golden angle from one to the next.
    const Taps expected = counted(taps.extent, kSide * kSide, [&](int i) {
      const double r = radius * std::sqrt((i + 0.5) / (kSide * kSide)),
                   phi = i * std::numbers::pi * (3 - std::sqrt(5.0));
      return std::pair{r * std::cos(phi), r * std::sin(phi)};
    });
    EXPECT_LT(largest_difference(taps, expected), 2e-5) << radius;
    EXPECT_NEAR(sum(taps), 1, 1e-12);
  }
  EXPECT_EQ(defocus_blur(0.5).extent, (Extent{1, 1}));
  EXPECT_EQ(defocus_blur(1.5).extent, (Extent{3, 3}));
  EXPECT_EQ(defocus_blur(1.6).extent, (Extent{5, 5}));
}

TEST(GaussianBlur, IsSciPys) {
  // scipy.ndimage.gaussian_filter1d's taps of sigma 0.8: round(4 sigma) = 3 on each side; those of
  // an image are their products.
  const double g[] = {0.00044074336693235674, 0.021910314171364808, 0.22831071645846548,
                      0.49867645200647487};
  const Taps taps = gaussian_blur(0.8);
  ASSERT_EQ(taps.extent, (Extent{7, 7}));
  for (int y = 0; y < 7; ++y)
    for (int x = 0; x < 7; ++x)
      EXPECT_NEAR(taps.values[y * 7 + x], g[3 - std::abs(y - 3)] * g[3 - std::abs(x - 3)], 1e-14);
}

TEST(Blur, WhatIsNotAllowedIsSaid) {
  EXPECT_THAT(refusal([] { motion_blur(0.5, 0); }),
              AllOf(HasSubstr("length is 0.5"), HasSubstr("1 to 1000")));
  EXPECT_THAT(refusal([] { motion_blur(kNaN, 0); }), HasSubstr("length is nan"));
  EXPECT_THAT(refusal([] { motion_blur(3, kNaN); }),
              AllOf(HasSubstr("angle is nan"), HasSubstr("degrees")));
  EXPECT_THAT(refusal([] { defocus_blur(0); }),
              AllOf(HasSubstr("radius"), HasSubstr("0.5 to 500")));
  EXPECT_THAT(refusal([] { gaussian_blur(126); }),
              AllOf(HasSubstr("sigma is 126"), HasSubstr("0.1 to 125")));
  EXPECT_EQ(refusal([] { motion_blur(1000, 45), defocus_blur(500), gaussian_blur(125); }),
            "accepted");
}

}  // namespace
}  // namespace fftcore::blur_test
