// SPDX-License-Identifier: LGPL-2.1-or-later
// The path of a picture by frames before and after.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>
#include <vector>

#include "fftstabilize/look_ahead_path.h"
#include "fftstabilize/map_path.h"
#include "path_maps.h"

namespace fftcore::gst::stabilize::look_ahead_path_test {
namespace {

using namespace path_maps;

/// Corrections of frames of which so many are known that come after.
std::vector<MotionMap> corrections(const std::vector<std::optional<MotionMap>>& motions,
                                   std::size_t look_ahead, const Smoothing& smoothing) {
  LookAheadPath path(kColumns, kRows);
  std::vector<MotionMap> result;
  for (std::size_t i = 0; i < motions.size() + look_ahead; ++i) {
    if (i < motions.size()) path.add(motions[i]);
    if (i >= look_ahead) result.push_back(path.take(smoothing, kFar));
  }
  return result;
}

/// Motions between poses, the first of which is unknown.
std::vector<std::optional<MotionMap>> motions_of(const std::vector<MotionMap>& poses) {
  std::vector<std::optional<MotionMap>> motions{std::nullopt};
  for (std::size_t i = 1; i < poses.size(); ++i)
    motions.emplace_back(composed(poses[i], inverted(poses[i - 1])));
  return motions;
}

TEST(LookAheadPath, ASteadyPanStaysAsItIsAtTheEndsToo) {
  const MotionMap step{{1, 0, 3.5, 0, 1, -1.25, 0, 0, 1}};
  std::vector<std::optional<MotionMap>> motions(100, step);
  for (const int look_ahead : {1, 10, 30, 99})
    for (const MotionMap& one :
         corrections(motions, static_cast<std::size_t>(look_ahead), alike(30)))
      expect_near(one, {}, 1e-6);
}

TEST(LookAheadPath, ASteadyTurnAndZoomStayAsTheyAre) {
  std::vector<std::optional<MotionMap>> motions(120, similarity(0.1, 1.001, 1, 0.5));
  const std::vector<MotionMap> got = corrections(motions, 20, alike(20));
  // The way is a curve, of which neighbours lie on the inner side.
  for (std::size_t i = 20; i < 100; ++i) expect_near(got[i], {}, 0.4);
}

/// A camera's path that is wanted, and shaking about it.
struct Clip {
  std::vector<MotionMap> wanted, poses;
};
Clip shaken_clip() {
  std::mt19937 random(3);
  std::normal_distribution<double> shake(0, 1);
  Clip clip;
  for (int frame = 0; frame < 400; ++frame) {
    const double slow = std::sin(frame / 60.0), turn = std::cos(frame / 80.0);
    clip.wanted.push_back(similarity(2 * turn, 1 + 0.03 * slow, 40 * slow, 15 * turn));
    clip.poses.push_back(composed(similarity(0.4 * shake(random), 1 + 0.004 * shake(random),
                                             3 * shake(random), 2 * shake(random)),
                                  clip.wanted.back()));
  }
  return clip;
}

/// Root mean square of where corners are shown, less where they ought to be, but for one map that
/// all frames have in common: of changes from frame to frame.
double rms_of_changes(const Clip& clip, const std::vector<MotionMap>& corrections) {
  double sum = 0;
  int count = 0;
  std::array<double, 2> last{};
  for (std::size_t i = 50; i < 350; ++i) {
    const auto [x, y] = mapped(composed(corrections[i], clip.poses[i]), 0, 0);
    const auto [u, v] = mapped(clip.wanted[i], 0, 0);
    const std::array<double, 2> off{x - u, y - v};
    if (i > 50) sum += std::pow(off[0] - last[0], 2) + std::pow(off[1] - last[1], 2), ++count;
    last = off;
  }
  return std::sqrt(sum / count);
}

TEST(LookAheadPath, TakesOutMoreThanWithoutIt) {
  const Clip clip = shaken_clip();
  const std::vector<std::optional<MotionMap>> motions = motions_of(clip.poses);
  MapPath before(kColumns, kRows);
  std::vector<MotionMap> without;
  for (const auto& motion : motions) {
    before.follow(motion.value_or(MotionMap{}), alike(30));
    without.push_back(before.correction(kFar));
  }
  const std::vector<MotionMap> nothing(motions.size());
  const double shaken = rms_of_changes(clip, nothing), causal = rms_of_changes(clip, without),
               some = rms_of_changes(clip, corrections(motions, 10, alike(30))),
               full = rms_of_changes(clip, corrections(motions, 30, alike(30)));
  EXPECT_LT(full, 0.02 * shaken);
  EXPECT_LT(full, 0.5 * causal);
  EXPECT_LT(full, some);
}

TEST(LookAheadPath, HoldsAPartAndSmoothsTheOthers) {
  std::vector<MotionMap> poses;
  for (int frame = 0; frame < 150; ++frame)
    poses.push_back(similarity(3 * std::sin(frame), 1, 2.0 * frame, 0));
  const std::vector<MotionMap> got = corrections(motions_of(poses), 15, {15, 0, 15});
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const MotionMap shown = composed(got[i], poses[i]);
    EXPECT_NEAR(shown.numbers[3], 0, 2e-3) << i;
    const auto middle = mapped(poses[i], 319.5, 239.5), to = mapped(shown, 319.5, 239.5);
    if (i > 15 && i < 135) {
      EXPECT_NEAR(to[0], middle[0], 1) << "the pan goes on";
    }
  }
  // All of them, as MapPath has it.
  const std::vector<MotionMap> held = corrections(motions_of(poses), 15, alike(0));
  for (std::size_t i = 0; i < poses.size(); ++i)
    expect_near(composed(held[i], poses[i]), poses[0], 1e-6);
}

TEST(LookAheadPath, AnUnknownMotionIsTakenToBeAsItsNeighbours) {
  std::vector<std::optional<MotionMap>> motions(80, MotionMap{{1, 0, 4, 0, 1, 1, 0, 0, 1}});
  motions[40] = motions[41] = std::nullopt;
  for (const MotionMap& one : corrections(motions, 10, alike(20))) expect_near(one, {}, 1e-6);
}

TEST(LookAheadPath, AnotherSceneHasNothingToDoWithTheOneBefore) {
  LookAheadPath both(kColumns, kRows), second(kColumns, kRows);
  std::mt19937 random(4);
  std::normal_distribution<double> shake(0, 3);
  const auto moved = [&] { return MotionMap{{1, 0, shake(random), 0, 1, shake(random), 0, 0, 1}}; };
  for (int i = 0; i < 20; ++i) both.add(moved());
  both.begin();
  second.begin();
  for (int i = 0; i < 20; ++i) {
    const MotionMap motion = moved();
    both.add(motion);
    second.add(motion);
  }
  for (int i = 0; i < 20; ++i) both.take(alike(30), kFar);
  for (int i = 0; i < 21; ++i)
    expect_near(both.take(alike(30), kFar), second.take(alike(30), kFar), 0);
}

TEST(LookAheadPath, KeepsToItsLimitsAndForgetsWhatIsOfNoPicture) {
  LookAheadPath path(kColumns, kRows);
  for (int i = 0; i < 2000; ++i) path.add(similarity(0.1, 0.98, 5, 0));
  for (int i = 0; i < 2000; ++i) {
    const MotionMap map = path.take(alike(i % 2 == 0 ? 1000 : 0), 16);
    for (const double number : map.numbers) ASSERT_TRUE(std::isfinite(number));
    const auto [x, y] = mapped(map, (kColumns - 1) / 2.0, (kRows - 1) / 2.0);
    ASSERT_LE(std::abs(x - (kColumns - 1) / 2.0), 16 + 1e-9);
    ASSERT_LE(std::abs(y - (kRows - 1) / 2.0), 16 + 1e-9);
  }
}

}  // namespace
}  // namespace fftcore::gst::stabilize::look_ahead_path_test
