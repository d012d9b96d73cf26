// SPDX-License-Identifier: LGPL-2.1-or-later
// Motion of a camera that is known, found again in frames of a drawn scene.
#include "fftcore/camera_motion.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "fftcore/error.h"
#include "scene.h"
#include "test_backend.h"

namespace camera_motion_test {

using namespace fftcore;
using namespace motion_tests;

namespace {

constexpr int kRows = 360, kColumns = 640;

Layout layout_of(const Frame& frame) {
  return Layout::interleaved(SampleType::u8, {frame.rows, frame.columns});
}

class CameraMotions : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string reason = problems::missing(); !reason.empty()) GTEST_SKIP() << reason;
    if (!problems::on_cpu()) GTEST_SKIP() << "it takes windows, which backend cpu computes";
    queue_ = problems::backend().create_queue({});
  }

  CameraMotion motion(const Layout& image, const CameraMotionOptions& options = {}) {
    return CameraMotion(problems::backend(), *queue_, image, options);
  }

  /// The motion from one frame to another one.
  MotionFit between(const Frame& first, const Frame& second,
                    const CameraMotionOptions& options = {},
                    std::span<const MotionBox> boxes = {}) {
    CameraMotion one = motion(layout_of(first), options);
    EXPECT_EQ(one.update({first.samples.data()}, boxes).reason, MotionReason::first);
    return one.update({second.samples.data()}, boxes);
  }

  static const Scene& scene() {
    static const Scene scene(1, kRows, kColumns);
    return scene;
  }
  static Frame frame(const MotionMap& map, double noise = 1, unsigned seed = 1) {
    return frame_of(scene(), kRows, kColumns, map, noise, seed);
  }

  std::unique_ptr<Queue> queue_;
};

}  // namespace

TEST_F(CameraMotions, SimilaritiesAreFound) {
  const Frame first = frame({});
  struct Case {
    double x, y, degrees, zoom;
  };
  for (const Case& one : {Case{0, 0, 0, 1}, Case{0.4, -0.3, 0, 1}, Case{3.3, 1.7, 0.5, 1.002},
                          Case{-14.6, 9.2, 0, 1}, Case{64, -20, 0, 1}, Case{0, 0, 5, 1},
                          Case{0, 0, -5, 0.95}, Case{5, 5, 1, 1.05}, Case{-45, 25, 3, 1.03}}) {
    const MotionMap map = about_middle(kRows, kColumns, one.x, one.y, one.degrees, one.zoom);
    const MotionFit found = between(first, frame(map, 1, 2));
    SCOPED_TRACE(fmt::format("{} {} {} {}", one.x, one.y, one.degrees, one.zoom));
    ASSERT_TRUE(found.is_known()) << to_string(found.reason);
    EXPECT_LT(difference(found.map, map, kRows, kColumns), 0.05);
    EXPECT_NEAR(degrees_of(found.map), one.degrees, 0.02);
    EXPECT_NEAR(zoom_of(found.map), one.zoom, 2e-4);
    EXPECT_GT(found.agreeing, 0.8);
    EXPECT_GT(found.confidence, 0.7);
  }
}

TEST_F(CameraMotions, EachModelIsFound) {
  const Frame first = frame({});
  const MotionMap maps[] = {{{1, 0, 8.25, 0, 1, -3.5, 0, 0, 1}},
                            about_middle(kRows, kColumns, 4, 3, 1, 1.01),
                            {{1.01, -0.01, 2, 0.015, 0.99, 3, 0, 0, 1}},
                            {{1.004, -0.01, 2, 0.012, 0.998, 3, 1e-5, -1.5e-5, 1}}};
  for (std::size_t i = 0; i < std::size(maps); ++i) {
    CameraMotionOptions options;
    options.model = static_cast<MotionModel>(i);
    const MotionFit found = between(first, frame(maps[i], 1, 2), options);
    ASSERT_TRUE(found.is_known()) << to_string(options.model);
    EXPECT_LT(difference(found.map, maps[i], kRows, kColumns), 0.06) << to_string(options.model);
    EXPECT_GT(found.agreeing, 0.8);
  }
}

TEST_F(CameraMotions, APartThatMovesOtherwiseLoses) {
  // Of another scene, 30 hundredths of the picture.
  const Scene other(2, kRows, kColumns);
  const MotionMap map = about_middle(kRows, kColumns, 6, -4, 0.7, 1.01);
  Frame first = frame({}), second = frame(map, 1, 2);
  const Frame mover = frame_of(other, kRows, kColumns, {}, 1, 3);
  const Frame moved = frame_of(other, kRows, kColumns, {{1, 0, -9, 0, 1, 5, 0, 0, 1}}, 1, 4);
  for (int y = 60; y < 320; ++y)
    for (int x = 200; x < 466; ++x) {
      first.at(y, x) = mover.at(y, x);
      second.at(y, x) = moved.at(y, x);
    }
  const MotionFit found = between(first, second);
  ASSERT_TRUE(found.is_known());
  EXPECT_LT(difference(found.map, map, kRows, kColumns), 0.05);
  EXPECT_NEAR(degrees_of(found.map), 0.7, 0.02);
  EXPECT_NEAR(zoom_of(found.map), 1.01, 2e-4);
  EXPECT_GT(found.agreeing, 0.5);
  EXPECT_LT(found.agreeing, 0.85);

  const MotionBox box{190, 50, 286, 280};
  const MotionFit without = between(first, second, {}, std::span(&box, 1));
  ASSERT_TRUE(without.is_known());
  EXPECT_LT(difference(without.map, map, kRows, kColumns), 0.05);
  EXPECT_GT(without.agreeing, 0.9);
}

TEST_F(CameraMotions, BoxesAndMasksLeaveOut) {
  // All but a strip moves otherwise.
  const Scene other(2, kRows, kColumns);
  const MotionMap map = about_middle(kRows, kColumns, 3, -2, 0, 1);
  Frame first = frame({}), second = frame(map, 1, 2);
  const Frame mover = frame_of(other, kRows, kColumns, {}, 1, 3);
  const Frame moved = frame_of(other, kRows, kColumns, {{1, 0, -9, 0, 1, 5, 0, 0, 1}}, 1, 4);
  std::vector<std::uint8_t> mask(first.samples.size());
  for (int y = 120; y < kRows; ++y)
    for (int x = 0; x < kColumns; ++x) {
      first.at(y, x) = mover.at(y, x);
      second.at(y, x) = moved.at(y, x);
    }
  std::fill(mask.begin() + 110 * kColumns, mask.end(), std::uint8_t{1});
  const MotionBox boxes[] = {{-100, 110, 400, 1e9}, {300, 110, 1000, 400}};
  const MotionFit by_boxes = between(first, second, {}, boxes);
  ASSERT_TRUE(by_boxes.is_known());
  EXPECT_LT(difference(by_boxes.map, map, kRows, kColumns), 0.2);  // of a strip
  CameraMotion one = motion(layout_of(first));
  one.update({first.samples.data()}, {}, {mask.data()});
  const MotionFit by_mask = one.update({second.samples.data()}, {}, {mask.data()});
  EXPECT_EQ(by_mask.map, by_boxes.map);
  EXPECT_EQ(by_mask.confidence, by_boxes.confidence);
  // Nothing is left.
  const MotionBox all{0, 0, kColumns, kRows};
  EXPECT_EQ(between(first, second, {}, std::span(&all, 1)).reason, MotionReason::flat);
}

TEST_F(CameraMotions, NothingIsKnownOfFlatImagesOrNoise) {
  Frame black{kRows, kColumns, std::vector<std::uint8_t>(kRows * kColumns)};
  const MotionFit found = between(black, black);
  EXPECT_EQ(found.reason, MotionReason::flat);
  EXPECT_EQ(found.map, MotionMap());
  EXPECT_EQ(found.confidence, 0);
  Frame grey = black;
  std::ranges::fill(grey.samples, std::uint8_t{128});
  EXPECT_EQ(between(grey, grey).reason, MotionReason::flat);
  EXPECT_FALSE(between(black, grey).is_known());
  EXPECT_FALSE(between(frame({}), grey).is_known());
  std::mt19937 random(5);
  for (const int levels : {2, 20, 256}) {
    Frame noise = black, other = black;
    for (Frame* frame : {&noise, &other})
      for (std::uint8_t& sample : frame->samples)
        sample = static_cast<std::uint8_t>(random() % static_cast<unsigned>(levels));
    const MotionFit lost = between(noise, other);
    EXPECT_FALSE(lost.is_known()) << levels;
    EXPECT_EQ(lost.map, MotionMap());
    EXPECT_LT(lost.confidence, 0.1);
  }
  // Another scene altogether, as at a cut.
  const Scene other(2, kRows, kColumns);
  EXPECT_FALSE(between(frame({}), frame_of(other, kRows, kColumns, {}, 1)).is_known());
}

TEST_F(CameraMotions, FollowsAVideo) {
  CameraMotion one = motion(Layout::interleaved(SampleType::u8, {kRows, kColumns}));
  MotionMap before;
  for (int i = 0; i < 5; ++i) {
    const MotionMap now = about_middle(kRows, kColumns, 3.0 * i, 2.0 * i, 0.3 * i, 1 + 0.004 * i);
    const MotionFit found =
        one.update({frame(now, 2, static_cast<unsigned>(i) + 10).samples.data()});
    if (i == 0) {
      EXPECT_EQ(found.reason, MotionReason::first);
    } else {
      ASSERT_TRUE(found.is_known());
      EXPECT_LT(difference(found.map, composed(now, inverted(before)), kRows, kColumns), 0.07);
    }
    before = now;
  }
  one.reset();
  EXPECT_EQ(one.update({frame({}).samples.data()}).reason, MotionReason::first);
}

TEST_F(CameraMotions, OtherSizesAndSamples) {
  struct Size {
    int rows, columns;
  };
  for (const Size& size : {Size{720, 1280}, Size{480, 360}, Size{96, 128}, Size{241, 1101}}) {
    SCOPED_TRACE(fmt::format("{}x{}", size.rows, size.columns));
    const Scene scene(3, size.rows, size.columns);
    const MotionMap map = about_middle(size.rows, size.columns, size.columns / 50.0, -3, 1, 1.01);
    const Frame first = frame_of(scene, size.rows, size.columns, {}, 1, 1);
    const Frame second = frame_of(scene, size.rows, size.columns, map, 1, 2);
    const MotionFit found = between(first, second);
    ASSERT_TRUE(found.is_known()) << to_string(found.reason);
    EXPECT_LT(difference(found.map, map, size.rows, size.columns), 0.1);

    // The same in other types, of which channel 1 counts.
    const auto count = first.samples.size();
    std::vector<float> floats[2];
    std::vector<std::uint16_t> words[2];
    std::vector<std::uint8_t> pixels[2];
    for (int i = 0; i < 2; ++i) {
      const auto& samples = (i == 0 ? first : second).samples;
      for (const std::uint8_t sample : samples) {
        floats[i].push_back(static_cast<float>(sample) * 1e-3F - 7);
        words[i].push_back(static_cast<std::uint16_t>(sample * 257));
        pixels[i].insert(pixels[i].end(), {std::uint8_t{3}, sample, std::uint8_t{200}});
      }
      ASSERT_EQ(floats[i].size(), count);
    }
    const Extent extent{size.rows, size.columns};
    CameraMotion of_floats = motion(Layout::interleaved(SampleType::f32, extent));
    of_floats.update({floats[0].data()});
    const MotionFit by_floats = of_floats.update({floats[1].data()});
    CameraMotion of_words = motion(Layout::interleaved(SampleType::u16, extent));
    of_words.update({words[0].data()});
    const MotionFit by_words = of_words.update({words[1].data()});
    CameraMotionOptions options;
    options.weights = {0, 1, 0, 0};
    CameraMotion of_pixels = motion(Layout::interleaved(SampleType::u8, extent, 3), options);
    of_pixels.update({pixels[0].data()});
    const MotionFit by_pixels = of_pixels.update({pixels[1].data()});
    EXPECT_EQ(by_pixels.map, found.map);
    for (const MotionFit& other : {by_floats, by_words}) {
      ASSERT_TRUE(other.is_known());
      EXPECT_LT(difference(other.map, map, size.rows, size.columns), 0.1);
    }
  }
}

TEST_F(CameraMotions, RowsMayHaveGaps) {
  const Frame first = frame({});
  const Frame second = frame(about_middle(kRows, kColumns, 2, 1, 0, 1), 1, 2);
  const MotionFit found = between(first, second);
  std::vector<std::uint8_t> wide[2];
  for (int i = 0; i < 2; ++i)
    for (int y = 0; y < kRows; ++y) {
      const auto row = (i == 0 ? first : second).samples.begin() + y * kColumns;
      wide[i].insert(wide[i].end(), row, row + kColumns);
      wide[i].insert(wide[i].end(), 7, std::uint8_t{255});
    }
  CameraMotion one = motion(layout_of(first));
  one.update({wide[0].data(), kColumns + 7});
  EXPECT_EQ(one.update({wide[1].data(), kColumns + 7}).map, found.map);
}

TEST_F(CameraMotions, SamplesThatAreNoNumbersAreNotSeen) {
  const Frame first = frame({});
  const MotionMap map = about_middle(kRows, kColumns, 2, 1, 0, 1);
  const Frame second = frame(map, 1, 2);
  std::vector<float> a(first.samples.begin(), first.samples.end());
  std::vector<float> b(second.samples.begin(), second.samples.end());
  a[100 * kColumns + 50] = std::numeric_limits<float>::quiet_NaN();
  b[200 * kColumns + 300] = std::numeric_limits<float>::infinity();
  CameraMotion one = motion(Layout::interleaved(SampleType::f32, {kRows, kColumns}));
  one.update({a.data()});
  const MotionFit found = one.update({b.data()});
  ASSERT_TRUE(found.is_known());
  EXPECT_LT(difference(found.map, map, kRows, kColumns), 0.05);
}

TEST_F(CameraMotions, RefuseWrongCalls) {
  const Layout image = Layout::interleaved(SampleType::u8, {kRows, kColumns});
  EXPECT_THROW(motion(Layout::interleaved(SampleType::u8, {31, 640})), InvalidArgument);
  EXPECT_THROW(motion(Layout::interleaved(SampleType::complex64, {64, 64})), InvalidArgument);
  EXPECT_THROW(motion(image, {.windows = {1, 3}}), InvalidArgument);
  EXPECT_THROW(motion(image, {.windows = {3, 65}}), InvalidArgument);
  EXPECT_THROW(motion(image, {.least_agreeing = 2}), InvalidArgument);
  CameraMotion one = motion(image);
  const Frame first = frame({});
  one.update({first.samples.data()});
  EXPECT_THROW(one.update({nullptr}), InvalidArgument);
  EXPECT_THROW(one.update({first.samples.data(), 0, first.samples.size() - 1}), InvalidArgument);
  EXPECT_THROW(one.update({first.samples.data(), 0, 0, MemoryKind::device}), InvalidArgument);
  const MotionBox box{0, 0, NAN, 3};
  EXPECT_THROW(one.update({first.samples.data()}, std::span(&box, 1)), InvalidArgument);
  EXPECT_THROW(one.update({first.samples.data()}, {}, {first.samples.data(), 0, 9}),
               InvalidArgument);
  // The image before is still there.
  EXPECT_TRUE(one.update({first.samples.data()}).is_known());
}

}  // namespace camera_motion_test
