// SPDX-License-Identifier: LGPL-2.1-or-later
// The motion that fftcorrelate finds by phase correlation.
#include <gtest/gtest.h>

#include <cmath>

#include "correlate_harness.h"
#include "moving_scene.h"

namespace fftcore::test::correlate_phase_test {
namespace {

constexpr Size kSize = {96, 64};
constexpr GstVideoFormat kGrey = GST_VIDEO_FORMAT_GRAY8;

Picture window(const Picture& scene, int x, int y) {
  Picture picture = random_picture(scene.format, kSize);
  plant(picture, scene, {x, y, kSize.width, kSize.height}, 0, 0);
  return picture;
}

TEST(Phase, IsTheMotionFromFrameToFrame) {
  CorrelateHarness harness(kGrey, kSize, {{"method", "phase"}, {"threshold", "0.1"}});
  Picture large = random_picture(kGrey, {160, 128}, 3);
  EXPECT_TRUE(harness.places_in(window(large, 30, 30)).empty())
      << "the first frame moved against nothing";
  const std::pair<int, int> steps[] = {{3, 0}, {0, -4}, {-7, 5}, {0, 0}};
  int x = 30;
  int y = 30;
  for (const auto& [dx, dy] : steps) {
    x -= dx;  // the camera the other way
    y -= dy;
    const std::vector<Place> places = harness.places_in(window(large, x, y));
    ASSERT_EQ(places.size(), 1U) << dx << " " << dy;
    EXPECT_NEAR(places[0].x, dx, 0.05);
    EXPECT_NEAR(places[0].y, dy, 0.05);
    EXPECT_EQ(places[0].width, kSize.width);
    EXPECT_EQ(places[0].height, kSize.height);
  }
  EXPECT_TRUE(harness.warnings().empty()) << "it needs no template";
}

/// Samples of a camera: `contrast` from the darkest to the brightest, around `level`. Rounding to
/// so few steps is noise, which leaves that share of the score, at least.
struct Camera {
  const char* name;
  GstVideoFormat format;
  double level;
  double contrast;
  double share;
};

constexpr Size kSeen = {128, 96};

/// What it sees of a scene that has moved to `position`.
Picture seen(const Camera& camera, Position position) {
  Picture picture = scene_at(camera.format, kSeen, position, 3);
  for (int& sample : picture.planes[0].samples)
    sample = static_cast<int>(
        std::lround(camera.level + camera.contrast * (1.0 * sample / picture.white - 0.5)));
  return picture;
}

TEST(Phase, IsTheMotionOfLittleContrastOnALevel) {
  const Camera full = {"full scale", GST_VIDEO_FORMAT_GRAY16_LE, 32767.5, 65535, 1};
  const Camera cameras[] = {{"8 bits", GST_VIDEO_FORMAT_GRAY8, 100, 20, 0.6},
                            {"10 bits of 16", GST_VIDEO_FORMAT_GRAY16_LE, 400, 80, 0.75},
                            {"10 bits", GST_VIDEO_FORMAT_I420_10LE, 400, 80, 0.75},
                            {"thermal", GST_VIDEO_FORMAT_GRAY16_LE, 30000, 80, 0.75}};
  const Position steps[] = {{3, -2}, {-6, 5}, {0.5, 1.25}, {0, 0}, {-9.75, -4.5}};
  for (const Camera& camera : cameras) {
    SCOPED_TRACE(camera.name);
    const CorrelateHarness::Properties properties{{"method", "phase"}, {"threshold", "0.1"}};
    CorrelateHarness harness(camera.format, kSeen, properties);
    CorrelateHarness reference(full.format, kSeen, properties);
    Position at;
    EXPECT_TRUE(harness.places_in(seen(camera, at)).empty()) << "the first frame";
    reference.places_in(seen(full, at));
    for (const Position& step : steps) {
      SCOPED_TRACE(testing::Message() << step.x << " " << step.y);
      at = {at.x + step.x, at.y + step.y};
      const std::vector<Place> places = harness.places_in(seen(camera, at));
      const std::vector<Place> exact = reference.places_in(seen(full, at));
      ASSERT_EQ(places.size(), 1U);
      ASSERT_EQ(exact.size(), 1U);
      EXPECT_NEAR(places[0].x, step.x, 0.1);
      EXPECT_NEAR(places[0].y, step.y, 0.1);
      EXPECT_GE(places[0].score, camera.share * exact[0].score);
      EXPECT_LE(places[0].score, exact[0].score + 0.01);
      EXPECT_GT(places[0].confidence, 0.9);
    }
    EXPECT_TRUE(harness.warnings().empty());
  }
}

}  // namespace
}  // namespace fftcore::test::correlate_phase_test
