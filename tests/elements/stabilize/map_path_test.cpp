// SPDX-License-Identifier: LGPL-2.1-or-later
// The path of a picture that turns and zooms, and the zoom that hides its border.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "fftstabilize/camera_path.h"
#include "fftstabilize/map_path.h"
#include "fftstabilize/zoom.h"
#include "path_maps.h"

namespace fftcore::gst::stabilize::map_path_test {
namespace {

using namespace path_maps;

TEST(MapPath, OfShiftsIsCameraPath) {
  std::mt19937 random(1);
  std::normal_distribution<double> shake(0, 3);
  for (const int smoothing : {0, 1, 30}) {
    MapPath path(kColumns, kRows);
    CameraPath shifts;
    Vector position;
    for (int frame = 0; frame < 100; ++frame) {
      const Vector step{shake(random) + 1.5, shake(random)};
      position = position + step;
      shifts.follow(position, smoothing);
      path.follow({{1, 0, step.x, 0, 1, step.y, 0, 0, 1}}, alike(smoothing));
      const auto [x, y] = mapped(path.correction(kFar), 0, 0);
      EXPECT_NEAR(x, shifts.correction().x, 1e-9);
      EXPECT_NEAR(y, shifts.correction().y, 1e-9);
    }
  }
}

TEST(MapPath, WithoutSmoothingGoesBackToItsBeginning) {
  MapPath path(kColumns, kRows);
  MotionMap all;
  for (int frame = 0; frame < 30; ++frame) {
    const MotionMap motion = similarity(1.5 * std::sin(frame), 1 + 0.02 * std::cos(2.0 * frame),
                                        4 * std::cos(frame), -2);
    all = composed(motion, all);
    path.follow(motion, alike(0));
  }
  expect_near(composed(path.correction(kFar), all), {}, 1e-6);
}

TEST(MapPath, FollowsASteadyTurnAndZoomWithoutLag) {
  MapPath path(kColumns, kRows);
  const MotionMap step = similarity(0.2, 1.002, 1, 0.5);
  for (int frame = 0; frame < 300; ++frame) path.follow(step, alike(20));
  expect_near(path.correction(kFar), {}, 0.01);
}

TEST(MapPath, HoldsAPartAndSmoothsTheOthers) {
  MapPath path(kColumns, kRows);
  MotionMap pose;
  for (int frame = 0; frame < 200; ++frame) {
    const MotionMap step = similarity(0.02, 1.0005, 1, 0);
    pose = composed(step, pose);
    path.follow(step, {30, 0, 30});
  }
  const MotionMap shown = composed(path.correction(kFar), pose);
  EXPECT_NEAR(shown.numbers[3], 0, 1e-3) << "the horizon stays";
  EXPECT_NEAR(shown.numbers[0], std::pow(1.0005, 200), 0.01);
  EXPECT_GT(mapped(shown, 320, 240)[0] - 320, 150) << "the pan goes on";
}

TEST(MapPath, TakesOutShaking) {
  std::mt19937 random(2);
  std::normal_distribution<double> shake(0, 1);
  MapPath path(kColumns, kRows);
  MotionMap pose;
  double shown = 0, shaken = 0;
  for (int frame = 0; frame < 300; ++frame) {
    const MotionMap next = similarity(0.5 * shake(random), 1 + 0.005 * shake(random),
                                      3 * shake(random), shake(random));
    const MotionMap motion = composed(next, inverted(pose));
    const MotionMap last = path.correction(kFar);
    path.follow(motion, alike(30));
    // A corner from frame to frame, as it is seen.
    const auto [x, y] = mapped(motion, 0, 0);
    const auto [u, v] =
        mapped(composed(composed(path.correction(kFar), motion), inverted(last)), 0, 0);
    if (frame > 50) {
      shaken += x * x + y * y;
      shown += u * u + v * v;
    }
    pose = next;
  }
  EXPECT_LT(shown, 0.01 * shaken);
}

TEST(MapPath, BeginsAnewWhereItIsOfNoPictureAnyMore) {
  MapPath path(kColumns, kRows);
  for (int frame = 0; frame < 100000; ++frame) path.follow(similarity(0.1, 0.99, 0, 0), alike(0));
  for (const double number : path.correction(16).numbers) EXPECT_TRUE(std::isfinite(number));
}

TEST(MapPath, KeepsToItsLimits) {
  MapPath path(kColumns, kRows);
  path.follow(similarity(40, 1.5, 100, -60), alike(0));
  const MotionMap moved = path.correction(16);
  const auto [x, y] = mapped(moved, (kColumns - 1) / 2.0, (kRows - 1) / 2.0);
  EXPECT_LE(std::abs(x - (kColumns - 1) / 2.0), 16 + 1e-9);
  EXPECT_LE(std::abs(y - (kRows - 1) / 2.0), 16 + 1e-9);
  for (const double column : {0.0, kColumns - 1.0}) {
    const auto [u, v] = mapped(moved, column, 0);
    EXPECT_LE(std::abs(u - column), 16 + kMostTurn * kColumns);
    EXPECT_LE(std::abs(v), 16 + kMostTurn * kColumns);
  }
  EXPECT_EQ(path.correction(0), MotionMap{});
}

TEST(MapPath, ZoomCovers) {
  EXPECT_EQ(zoom_that_covers({}, kColumns, kRows, 2), 1);
  // 32 pixels are uncovered on one side, of 319.5 from the middle.
  const double zoom = zoom_that_covers({{1, 0, 32, 0, 1, 0, 0, 0, 1}}, kColumns, kRows, 2);
  EXPECT_NEAR(zoom, 319.5 / (319.5 - 32), 1e-3);
  const MotionMap turned = similarity(3, 1, 5, 5);
  const double of_turn = zoom_that_covers(turned, kColumns, kRows, 2);
  const MotionMap shown = composed(zoomed(of_turn, kColumns, kRows), turned);
  const MotionMap from_frame = inverted(shown);
  for (const double x : {0.0, kColumns - 1.0})
    for (const double y : {0.0, kRows - 1.0}) {
      const auto [u, v] = mapped(from_frame, x, y);
      EXPECT_GE(std::min(u, v), -1e-9);
      EXPECT_LE(u, kColumns - 1 + 1e-9);
      EXPECT_LE(v, kRows - 1 + 1e-9);
    }
  EXPECT_EQ(zoom_that_covers(similarity(45, 1, 0, 0), kColumns, kRows, 1.2), 1.2) << "the most";
}

}  // namespace
}  // namespace fftcore::gst::stabilize::map_path_test
