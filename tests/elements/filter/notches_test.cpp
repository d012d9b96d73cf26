// SPDX-License-Identifier: LGPL-2.1-or-later
// The property `notches`: waves of these frequencies go, all else stays.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "filter_harness.h"

namespace fftcore::test::notches_test {
namespace {

constexpr Size kSize = {96, 80};

struct Wave {
  double fx;
  double fy;
  double height;
};

/// Grey and waves on it. Frequencies that go into kSize whole times fit edges that wrap.
Picture picture_of(const std::vector<Wave>& waves) {
  Picture picture = random_picture(GST_VIDEO_FORMAT_GRAY8, kSize);
  for (int y = 0; y < kSize.height; ++y) {
    for (int x = 0; x < kSize.width; ++x) {
      double level = 120;
      for (const Wave& wave : waves)
        level += wave.height * std::cos(2 * std::numbers::pi * (wave.fx * x + wave.fy * y));
      picture.planes[0].samples[y * kSize.width + x] = static_cast<int>(std::nearbyint(level));
    }
  }
  return picture;
}

constexpr Wave kFirst = {0.25, 0.0, 50};
constexpr Wave kSecond = {12.0 / 96, -20.0 / 80, 30};
constexpr Wave kKept = {4.0 / 96, 10.0 / 80, 20};

Picture filtered(const std::string& notches, const Picture& picture) {
  FilterHarness harness(GST_VIDEO_FORMAT_GRAY8, kSize,
                        {{"notches", notches}, {"edge-mode", "wrap"}});
  return harness.push(picture);
}

TEST(Notches, TakeOutTheirWavesOnly) {
  const Picture all = picture_of({kFirst, kSecond, kKept});
  EXPECT_LE(
      largest_difference(filtered("<<0.25,0.0>,<0.125,-0.25,0.03>>", all), picture_of({kKept})), 1);
  // a whole number is one too
  EXPECT_LE(largest_difference(filtered("<<0.25,0>>", all), picture_of({kSecond, kKept})), 1);
  // the other diagonal
  EXPECT_GT(largest_difference(filtered("<<0.125,0.25,0.03>>", all), picture_of({kFirst, kKept})),
            20);
}

TEST(Notches, ChangeWhileFramesFlow) {
  const Picture all = picture_of({kFirst, kKept});
  FilterHarness harness(GST_VIDEO_FORMAT_GRAY8, kSize,
                        {{"notches", "<<0.4,0.0>>"}, {"edge-mode", "wrap"}});
  EXPECT_LE(largest_difference(harness.push(all), all), 1);
  harness.set("notches", "<<0.25,0.0>>");
  EXPECT_LE(largest_difference(harness.push(all), picture_of({kKept})), 1);
  harness.set("notches", "<>");
  EXPECT_LE(largest_difference(harness.push(all), all), 0);
}

}  // namespace
}  // namespace fftcore::test::notches_test
