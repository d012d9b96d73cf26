// SPDX-License-Identifier: LGPL-2.1-or-later
// fftstabilize on a picture that turns, which shifts cannot mend: it notices, says so once, and
// leaves the picture alone.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <random>

#include "fftstabilize/turn_watch.h"
#include "moving_scene.h"
#include "stabilize_harness.h"

namespace fftcore::test::stabilize_turn_test {
namespace {

using gst::stabilize::turn_of;
using gst::stabilize::Vector;

constexpr GstVideoFormat kFormat = GST_VIDEO_FORMAT_GRAY8;
constexpr Size kSize = {320, 240}, kLarge = {480, 400};

/// The middle of `large`, turned clockwise and scaled about it, then moved.
Picture turned(const Picture& large, double degrees, double scale = 1, Position moved = {}) {
  Picture picture = random_picture(kFormat, kSize);
  const double angle = degrees * std::numbers::pi / 180, c = std::cos(angle) / scale,
               s = std::sin(angle) / scale;
  const Plane& from = large.planes[0];
  Plane& to = picture.planes[0];
  for (int row = 0; row < to.rows; ++row)
    for (int column = 0; column < to.columns; ++column) {
      const double x = column - moved.x - (to.columns - 1) / 2.0,
                   y = row - moved.y - (to.rows - 1) / 2.0;
      const double u = c * x + s * y + (from.columns - 1) / 2.0,
                   v = -s * x + c * y + (from.rows - 1) / 2.0;
      const int left = static_cast<int>(std::floor(u)), top = static_cast<int>(std::floor(v));
      const double right = u - left, down = v - top;
      const double value =
          (1 - down) * ((1 - right) * from.at(top, left, 0) + right * from.at(top, left + 1, 0)) +
          down * ((1 - right) * from.at(top + 1, left, 0) + right * from.at(top + 1, left + 1, 0));
      to.samples[static_cast<std::size_t>(row * to.columns + column)] =
          static_cast<int>(std::lround(value));
    }
  return picture;
}

/// A hand's shaking, to the right and down.
Position shaken(int frame) {
  return {5 * std::sin(0.9 * frame), 4 * std::sin(0.7 * frame + 1)};
}

struct Watched {
  int turning = 0, moved = 0;  ///< frames
  std::size_t warnings = 0;
};

/// Pushes frames of `of_frame`, from the 15th on counting those that are said to turn, and those
/// that are moved.
template <class OfFrame>
Watched watched(const FilterHarness::Properties& properties, int frames, OfFrame of_frame) {
  StabilizeHarness harness(kFormat, kSize, properties);
  Watched result;
  for (int frame = 0; frame < frames; ++frame) {
    const Said said = harness.push_and_read_meta(of_frame(frame)).value();
    if (frame < 15) continue;
    result.turning += said.is_turning;
    result.moved += said.correction_x != 0 || said.correction_y != 0;
  }
  result.warnings = harness.warnings().size();
  return result;
}

const FilterHarness::Properties kStanding{{"reference", "first"}, {"smoothing", "0"}};

TEST(TurningPicture, IsLeftAloneWithOneWarning) {
  const Picture large = scene_at(kFormat, kLarge, {});
  for (const FilterHarness::Properties& properties : {kStanding, FilterHarness::Properties{}}) {
    const Watched got = watched(properties, 40, [&](int frame) {
      return turned(large, 3 * std::sin(0.25 * frame), 1, shaken(frame));
    });
    EXPECT_EQ(got.turning, 25);
    EXPECT_EQ(got.moved, 0);
    EXPECT_EQ(got.warnings, 1U);
  }
}

TEST(TurningPicture, IsShownToTheBit) {
  const Picture large = scene_at(kFormat, kLarge, {});
  StabilizeHarness harness(kFormat, kSize, kStanding);
  for (int frame = 0; frame < 24; ++frame) {
    const Picture input = turned(large, 0.4 * frame, 1, shaken(frame));
    const Picture output = harness.push(input);
    if (frame > 15) {
      EXPECT_EQ(largest_difference(output, input), 0) << frame;
    }
  }
  EXPECT_EQ(harness.warnings().size(), 1U);
}

TEST(TurningPicture, IsNoneThatOnlyShiftsOrZooms) {
  const Picture large = scene_at(kFormat, kLarge, {});
  for (const FilterHarness::Properties& properties : {kStanding, FilterHarness::Properties{}}) {
    Watched got =
        watched(properties, 40, [&](int frame) { return turned(large, 0, 1, shaken(frame)); });
    EXPECT_EQ(got.turning, 0);
    EXPECT_EQ(got.moved, 25);
    EXPECT_EQ(got.warnings, 0U);
    got = watched(properties, 25,
                  [&](int frame) { return turned(large, 0, 1 + 0.001 * frame, shaken(frame)); });
    EXPECT_EQ(got.turning, 0) << "it comes nearer";
    EXPECT_EQ(got.warnings, 0U);
  }
}

TEST(TurningPicture, IsStabilizedAgainWhenItTurnsNoMore) {
  const Picture large = scene_at(kFormat, kLarge, {});
  StabilizeHarness harness(kFormat, kSize, {{"smoothing", "0"}});
  Said said;
  for (int frame = 0; frame < 20; ++frame)
    said = harness.push_and_read_meta(turned(large, 0.5 * frame)).value();
  EXPECT_TRUE(said.is_turning);
  int still = 0;
  for (; said.is_turning; ++still) {
    ASSERT_LT(still, 110);
    said = harness.push_and_read_meta(turned(large, 10, 1, shaken(still))).value();
    if (said.is_turning) {
      EXPECT_EQ(said.correction_x, 0);
    }
  }
  const Position now = shaken(still), before = shaken(still - 1);
  said = harness.push_and_read_meta(turned(large, 10, 1, now)).value();
  EXPECT_NEAR(said.correction_x, before.x - now.x, 0.15) << "the path began where the picture was";
}

TEST(TurningPicture, IsNotWatchedWhereNothingIsMoved) {
  const Picture large = scene_at(kFormat, kLarge, {});
  const Watched got =
      watched({{"max-shift", "0"}}, 30, [&](int frame) { return turned(large, 0.5 * frame); });
  EXPECT_EQ(got.warnings, 0U);
}

std::array<Vector, 4> quarters(double columns, double rows, auto at) {
  return {at(-columns / 2, -rows / 2), at(columns / 2, -rows / 2), at(-columns / 2, rows / 2),
          at(columns / 2, rows / 2)};
}

TEST(Turn, IsThatOfTheQuartersMiddles) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> number(-1, 1);
  for (int i = 0; i < 100; ++i) {
    const double columns = 300 + 200 * number(random), rows = 300 + 200 * number(random),
                 angle = 0.05 * number(random), zoom = 0.05 * number(random);
    const Vector shift{20 * number(random), 20 * number(random)};
    std::array<Vector, 4> shifts = quarters(columns, rows, [&](double x, double y) {
      return Vector{shift.x + zoom * x - angle * y, shift.y + zoom * y + angle * x};
    });
    const double want = angle * std::hypot(columns, rows) / 2;
    EXPECT_NEAR(turn_of(shifts, columns, rows), want, 1e-9);
  }
}

TEST(Turn, IsNoneWhereOneQuarterMovesByItself) {
  for (std::size_t moving = 0; moving < 4; ++moving) {
    std::array<Vector, 4> shifts{};
    shifts.fill({3, -2});
    shifts[moving] = {30, 17};
    EXPECT_NEAR(turn_of(shifts, 320, 240), 0, 1e-12);
  }
}

}  // namespace
}  // namespace fftcore::test::stabilize_turn_test
