// SPDX-License-Identifier: LGPL-2.1-or-later
// The path that a camera would have without shaking, and the taps that move a picture, each by
// itself.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>
#include <random>

#include "fftstabilize/camera_path.h"
#include "fftstabilize/shift_taps.h"

namespace fftcore::gst::stabilize::camera_path_test {
namespace {

TEST(CameraPath, WithoutSmoothingGoesBackToItsBeginning) {
  CameraPath path;
  for (const Vector position : {Vector{1.5, -2}, Vector{7, 3}, Vector{0, 0.25}}) {
    path.follow(position, 0);
    EXPECT_EQ(path.correction(), -1.0 * position);
  }
}

TEST(CameraPath, FollowsAPanWithoutLag) {
  CameraPath path;
  double largest = 0;
  for (int frame = 1; frame <= 300; ++frame) {
    path.follow({3.0 * frame, -1.0 * frame}, 20);
    largest = std::max(largest, std::abs(path.correction().x));
  }
  EXPECT_LT(std::abs(path.correction().x), 0.01);
  EXPECT_LT(std::abs(path.correction().y), 0.01);
  EXPECT_LT(largest, 3.0 * 20)
      << "the most it falls behind while it learns the speed: less than N frames of it";
}

TEST(CameraPath, TakesOutWhatIsShorterThanTheSmoothing) {
  std::mt19937 random(3);
  std::normal_distribution<double> shake(0, 2);
  CameraPath path;
  double residual = 0;
  double previous_shown = 0;
  double shaken = 0;
  double previous_position = 0;
  for (int frame = 1; frame <= 1000; ++frame) {
    const double position = 0.5 * frame + shake(random);
    path.follow({position, 0}, 30);
    const double shown = position + path.correction().x;
    if (frame > 100) {
      residual += std::pow(shown - previous_shown - 0.5, 2);
      shaken += std::pow(position - previous_position - 0.5, 2);
    }
    previous_shown = shown;
    previous_position = position;
  }
  EXPECT_LT(std::sqrt(residual), 0.1 * std::sqrt(shaken));
}

TEST(CameraPath, HoldsTheCorrectionAndGoesOnMeanwhile) {
  CameraPath path;
  for (int frame = 1; frame <= 500; ++frame) path.follow({2.0 * frame + (frame % 2), 0}, 10);
  const Vector before = path.correction();
  ASSERT_NE(before.x, 0);
  path.hold();
  path.hold();
  EXPECT_EQ(path.correction(), before);
  // Two frames later the camera is where it would be: nothing has jumped.
  path.follow({2.0 * 503 + 1, 0}, 10);
  EXPECT_LT(std::abs(path.correction().x), 1.5);
}

TEST(CameraPath, BeginsAnew) {
  CameraPath path;
  path.follow({9, 9}, 4);
  path.reset();
  EXPECT_EQ(path.correction(), Vector{});
  path.follow({0, 0}, 4);
  EXPECT_EQ(path.correction(), Vector{});
}

double tap(const Taps& taps, std::int64_t row, std::int64_t column) {
  return taps.values[static_cast<std::size_t>((taps.extent.rows / 2 + row) * taps.extent.columns +
                                              taps.extent.columns / 2 + column)];
}

TEST(ShiftTaps, OfWholePixelsAreOne) {
  const Vector limit{5, 2.5};
  Taps taps{shift_extent(limit), {}};
  EXPECT_EQ(taps.extent.columns, 19);
  EXPECT_EQ(taps.extent.rows, 15);
  for (const Vector shift : {Vector{0, 0}, Vector{5, -2}, Vector{-5, 2}}) {
    fill_shift(taps, shift);
    EXPECT_EQ(tap(taps, static_cast<std::int64_t>(shift.y), static_cast<std::int64_t>(shift.x)), 1);
    double sum = 0;
    for (const double value : taps.values) sum += std::abs(value);
    EXPECT_EQ(sum, 1) << "all others are 0";
  }
}

// For every shift: sum 1 keeps brightness, and the waves of a picture move by as much as asked.
TEST(ShiftTaps, MoveWavesByPartsOfAPixel) {
  const Vector limit{4, 4};
  Taps taps{shift_extent(limit), {}};
  for (double x = -4; x <= 4; x += 0.37) {
    const Vector shift{x, -x / 2};
    fill_shift(taps, shift);
    EXPECT_NEAR(std::accumulate(taps.values.begin(), taps.values.end(), 0.0), 1, 1e-12);
    for (const double frequency : {0.05, 0.2}) {
      const double omega = 2 * std::numbers::pi * frequency;
      double sum = 0;  // of cos(omega (column + row)) at the origin after the move
      for (std::int64_t row = -taps.extent.rows / 2; row <= taps.extent.rows / 2; ++row)
        for (std::int64_t column = -taps.extent.columns / 2; column <= taps.extent.columns / 2;
             ++column)
          sum +=
              tap(taps, row, column) * std::cos(omega * static_cast<double>(-column - row) + 0.3);
      EXPECT_NEAR(sum, std::cos(omega * (-shift.x - shift.y) + 0.3), 0.015)
          << x << " " << frequency;
    }
  }
}

}  // namespace
}  // namespace fftcore::gst::stabilize::camera_path_test
