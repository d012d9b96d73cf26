// SPDX-License-Identifier: LGPL-2.1-or-later
// Motion from C: fits of maps, and of a camera.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "handles.h"

namespace fftcore::test::motion_test {
namespace {

using Motion = std::unique_ptr<fftcore_camera_motion, Free<fftcore_camera_motion_free>>;

constexpr double kMap[] = {1.01, -0.02, 5, 0.02, 1.01, -3, 0, 0, 1};

std::vector<fftcore_place_pair> pairs_of(int count) {
  std::vector<fftcore_place_pair> pairs;
  for (int i = 0; i < count; ++i) {
    fftcore_place_pair pair = {17.0 * (i % 7), 23.0 * (i / 7) + i, 0, 0, 1};
    EXPECT_EQ(fftcore_map_place(kMap, pair.x1, pair.y1, &pair.x2, &pair.y2), FFTCORE_OK);
    pairs.push_back(pair);
  }
  return pairs;
}

/// Spots of several sizes, moved to the right and down.
std::vector<std::uint8_t> picture(int rows, int columns, int right, int down) {
  std::vector<std::uint8_t> image;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      const double x = j - right, y = i - down;
      const double value = 128 + 30 * std::sin(x / 3.1 + 2 * std::sin(y / 17)) +
                           30 * std::sin(y / 4.3 + 3 * std::sin(x / 23)) +
                           30 * std::sin((x + y) / 11 + 2 * std::sin((x - y) / 31));
      image.push_back(static_cast<std::uint8_t>(value));
    }
  return image;
}

Motion motion_on(const OnQueue& queue, const char* text, const char* model = "similarity",
                 const fftcore_camera_motion_options* options = nullptr) {
  fftcore_camera_motion* motion = nullptr;
  EXPECT_EQ(fftcore_camera_motion_create(queue.get(), work_of(text).get(), model, options, &motion),
            FFTCORE_OK)
      << fftcore_last_message();
  return Motion(motion);
}

TEST(CMotion, MapsAreFitted) {
  auto pairs = pairs_of(30);
  for (std::size_t i = 0; i < 12; ++i) pairs[i].x2 += 40;
  fftcore_motion motion;
  ASSERT_EQ(fftcore_fit_motion("similarity", pairs.data(), pairs.size(), nullptr, &motion),
            FFTCORE_OK)
      << fftcore_last_message();
  EXPECT_EQ(motion.reason, FFTCORE_MOTION_KNOWN);
  for (int i = 0; i < 9; ++i) EXPECT_NEAR(motion.map[i], kMap[i], 1e-6) << i;
  EXPECT_NEAR(motion.agreeing, 0.6, 1e-9);
  EXPECT_EQ(motion.pairs, 18);
  EXPECT_GT(motion.confidence, 0.5);

  fftcore_motion_options options = FFTCORE_MOTION_OPTIONS;
  options.least_agreeing = 0.7;
  ASSERT_EQ(fftcore_fit_motion("similarity", pairs.data(), pairs.size(), &options, &motion),
            FFTCORE_OK);
  EXPECT_EQ(motion.reason, FFTCORE_MOTION_FEW_AGREE);
  EXPECT_EQ(motion.map[0], 1);
  ASSERT_EQ(fftcore_fit_motion("affine", nullptr, 0, nullptr, &motion), FFTCORE_OK);
  EXPECT_EQ(motion.reason, FFTCORE_MOTION_FEW_PAIRS);
}

TEST(CMotion, ReasonsHaveWords) {
  for (int i = 0; i <= FFTCORE_MOTION_FLAT; ++i)
    EXPECT_GT(std::string(fftcore_motion_reason_text(static_cast<fftcore_motion_reason>(i))).size(),
              10U);
  EXPECT_EQ(fftcore_motion_reason_text(static_cast<fftcore_motion_reason>(6)), nullptr);
}

TEST(CMotion, MapsAreComposedAndInverted) {
  double back[9] = {}, both[9] = {};
  ASSERT_EQ(fftcore_map_invert(kMap, back), FFTCORE_OK);
  ASSERT_EQ(fftcore_map_compose(kMap, back, both), FFTCORE_OK);
  for (int i = 0; i < 9; ++i) EXPECT_NEAR(both[i], i % 4 == 0 ? 1 : 0, 1e-12);
  ASSERT_EQ(fftcore_map_compose(kMap, back, back), FFTCORE_OK);
  EXPECT_NEAR(back[2], 0, 1e-12);
  const double none[9] = {};
  EXPECT_EQ(fftcore_map_invert(none, back), FFTCORE_ERROR_INVALID_ARGUMENT);
}

TEST(CMotion, OfACamera) {
  const OnQueue queue = cpu_queue();
  const Motion motion = motion_on(queue, "phase u8 180x240");
  const auto first = picture(180, 240, 0, 0), second = picture(180, 240, 4, -3);
  fftcore_motion found;
  fftcore_const_buffer image = {first.data(), 0, first.size(), 0, FFTCORE_MEMORY_HOST};
  ASSERT_EQ(fftcore_camera_motion_update(motion.get(), &image, nullptr, 0, nullptr, &found),
            FFTCORE_OK)
      << fftcore_last_message();
  EXPECT_EQ(found.reason, FFTCORE_MOTION_FIRST);
  image.data = second.data();
  const fftcore_motion_box box = {50, 60, 30, 20};
  const std::vector<std::uint8_t> nothing(first.size());
  const fftcore_const_buffer mask = {nothing.data(), 0, nothing.size(), 0, FFTCORE_MEMORY_HOST};
  ASSERT_EQ(fftcore_camera_motion_update(motion.get(), &image, &box, 1, &mask, &found), FFTCORE_OK)
      << fftcore_last_message();
  ASSERT_EQ(found.reason, FFTCORE_MOTION_KNOWN) << fftcore_motion_reason_text(found.reason);
  double x = 0, y = 0;
  ASSERT_EQ(fftcore_map_place(found.map, 120, 90, &x, &y), FFTCORE_OK);
  EXPECT_NEAR(x, 124, 0.1);
  EXPECT_NEAR(y, 87, 0.1);
  EXPECT_GT(found.confidence, 0.6);
  ASSERT_EQ(fftcore_camera_motion_reset(motion.get()), FFTCORE_OK);
  ASSERT_EQ(fftcore_camera_motion_update(motion.get(), &image, nullptr, 0, nullptr, &found),
            FFTCORE_OK);
  EXPECT_EQ(found.reason, FFTCORE_MOTION_FIRST);
}

TEST(CMotion, WrongCallsAreRefused) {
  const OnQueue queue = cpu_queue();
  const Work image = work_of("phase u8 64x64"), other = work_of("c2c 64");
  fftcore_camera_motion* motion = nullptr;
  const auto create = [&](fftcore_queue* on, const fftcore_work* work, const char* model,
                          const fftcore_camera_motion_options* options = nullptr) {
    return fftcore_camera_motion_create(on, work, model, options, &motion);
  };
  fftcore_camera_motion_options options = FFTCORE_CAMERA_MOTION_OPTIONS;
  EXPECT_EQ(create(nullptr, image.get(), "affine"), FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(create(queue.get(), nullptr, "affine"), FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(create(queue.get(), other.get(), "affine"), FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(create(queue.get(), image.get(), nullptr), FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(create(queue.get(), image.get(), "rigid"), FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_NE(std::string(fftcore_last_message()).find("similarity"), std::string::npos);
  options.size = 1;
  EXPECT_EQ(create(queue.get(), image.get(), "affine", &options), FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(motion, nullptr);
  options = FFTCORE_CAMERA_MOTION_OPTIONS;
  options.window_rows = 3;
  options.window_columns = 4;
  const Motion made = motion_on(queue, "phase u8 64x64", "affine", &options);
  const auto first = picture(64, 64, 0, 0);
  const fftcore_const_buffer good = {first.data(), 0, 0, 0, FFTCORE_MEMORY_HOST};
  const fftcore_const_buffer none = {nullptr, 0, 0, 0, FFTCORE_MEMORY_HOST};
  fftcore_motion found;
  const fftcore_motion_box box = {0, std::numeric_limits<double>::infinity(), 1, 1};
  const auto update = [&](fftcore_camera_motion* one, const fftcore_const_buffer* from,
                          const fftcore_motion_box* boxes, std::size_t count, fftcore_motion* to) {
    return fftcore_camera_motion_update(one, from, boxes, count, nullptr, to);
  };
  EXPECT_EQ(update(nullptr, &good, nullptr, 0, &found), FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(update(made.get(), nullptr, nullptr, 0, &found), FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(update(made.get(), &none, nullptr, 0, &found), FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(update(made.get(), &good, nullptr, 1, &found), FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(update(made.get(), &good, &box, 1, &found), FFTCORE_ERROR_INVALID_ARGUMENT);
  // Counts beyond any array, whose bytes wrap around too.
  for (const std::size_t count : {std::size_t{65537}, std::size_t{1} << 40, std::size_t{1} << 62,
                                  std::numeric_limits<std::size_t>::max()}) {
    EXPECT_EQ(update(made.get(), &good, &box, count, &found), FFTCORE_ERROR_INVALID_ARGUMENT);
    EXPECT_NE(std::string(fftcore_last_message()).find("at most 65536"), std::string::npos);
  }
  EXPECT_EQ(update(made.get(), &good, nullptr, 0, nullptr), FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(update(made.get(), &good, nullptr, 0, &found), FFTCORE_OK);
  fftcore_motion_options fit = FFTCORE_MOTION_OPTIONS;
  fit.tolerance = -1;
  EXPECT_EQ(fftcore_fit_motion("affine", nullptr, 0, &fit, &found), FFTCORE_ERROR_INVALID_ARGUMENT);
  fit.size = 0;
  EXPECT_EQ(fftcore_fit_motion("affine", nullptr, 0, &fit, &found), FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(fftcore_fit_motion("affine", nullptr, 2, nullptr, &found),
            FFTCORE_ERROR_INVALID_ARGUMENT);
  const fftcore_place_pair pair = {1, 2, 3, 4, 1};
  EXPECT_EQ(
      fftcore_fit_motion("affine", &pair, std::numeric_limits<std::size_t>::max(), nullptr, &found),
      FFTCORE_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(fftcore_camera_motion_reset(nullptr), FFTCORE_ERROR_INVALID_ARGUMENT);
}

}  // namespace
}  // namespace fftcore::test::motion_test
