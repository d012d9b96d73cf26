// SPDX-License-Identifier: LGPL-2.1-or-later
// fftstabilize on a scene seen by a camera whose path is known: the picture stands still, and what
// is said of it is true.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <vector>

#include "moving_scene.h"
#include "stabilize_harness.h"

namespace fftcore::test::stabilize_test {
namespace {

constexpr GstVideoFormat kFormat = GST_VIDEO_FORMAT_GRAY8;
constexpr Size kSize = {160, 120};

// A camera that shakes by parts of a pixel; it begins at the origin.
Position shaken(int frame) {
  return {4.3 * std::sin(0.9 * frame), -3.1 * std::sin(0.7 * frame)};
}

class EachFormatStabilized : public testing::TestWithParam<GstVideoFormat> {};

TEST_P(EachFormatStabilized, StandsStill) {
  std::vector<Picture> scenes;  // which take longer to make than to stabilize
  for (int frame = 0; frame < 8; ++frame)
    scenes.push_back(scene_at(GetParam(), kSize, frame == 0 ? Position{} : shaken(frame)));
  const Picture& start = scenes.front();
  const double grey_level = start.white / 255.0;
  for (const char* reference : {"previous", "first"}) {
    StabilizeHarness harness(GetParam(), kSize,
                             {{"smoothing", "0"}, {"max-shift", "8"}, {"reference", reference}});
    EXPECT_LE(largest_difference(harness.push(start), start), start.white > 255 ? 1 : 0)
        << "the first frame is not moved";
    for (std::size_t frame = 1; frame < scenes.size(); ++frame) {
      const Picture& input = scenes[frame];
      const Picture output = harness.push(input);
      EXPECT_LT(interior_difference(output, start, 16), 1.5 * grey_level)
          << reference << ", frame " << frame;
      ASSERT_GT(interior_difference(input, start, 16), 10 * grey_level) << "it did move";
    }
  }
}

std::string format_name(const testing::TestParamInfo<GstVideoFormat>& info) {
  return gst_video_format_to_string(info.param);
}

INSTANTIATE_TEST_SUITE_P(, EachFormatStabilized, testing::ValuesIn(some_formats()), format_name);

TEST(Stabilize, SaysTheMotionBetweenFramesAndTheCorrection) {
  StabilizeHarness harness(kFormat, kSize, {{"smoothing", "0"}, {"post-messages", "true"}});
  for (int frame = 0; frame < 6; ++frame) {
    harness.push(scene_at(kFormat, kSize, shaken(frame)));
    const Said said = harness.message();
    const Position now = shaken(frame);
    const Position before = shaken(std::max(frame - 1, 0));
    EXPECT_NEAR(said.dx, now.x - before.x, kShiftError);
    EXPECT_NEAR(said.dy, now.y - before.y, kShiftError);
    EXPECT_NEAR(said.correction_x, -now.x, 2 * kShiftError);
    EXPECT_NEAR(said.correction_y, -now.y, 2 * kShiftError);
    EXPECT_EQ(said.is_known, frame > 0);
    EXPECT_GE(said.confidence, frame > 0 ? 0.5 : 0);
    EXPECT_LE(said.confidence, 1);
    EXPECT_EQ(said.timestamp, frame * GST_SECOND / 25);
    EXPECT_EQ(said.stream_time, frame * GST_SECOND / 25);
    EXPECT_EQ(said.running_time, frame * GST_SECOND / 25);
    EXPECT_EQ(said.duration, GST_SECOND / 25);
  }
}

TEST(Stabilize, MeasuresAgainstTheFirstFrameWhereAskedTo) {
  StabilizeHarness harness(kFormat, kSize, {{"reference", "first"}, {"smoothing", "0"}});
  for (int frame = 0; frame < 6; ++frame) {
    const Said said = harness.push_and_read_meta(scene_at(kFormat, kSize, shaken(frame))).value();
    EXPECT_NEAR(said.dx, shaken(frame).x, kShiftError);
    EXPECT_NEAR(said.dy, shaken(frame).y, kShiftError);
  }
}

// Motion is known modulo the frame's size; which of those it is, the frame before says.
TEST(Stabilize, FollowsAPanByMoreThanHalfTheFrame) {
  StabilizeHarness harness(kFormat, kSize,
                           {{"reference", "first"}, {"smoothing", "0"}, {"min-confidence", "0.1"}});
  for (int x = 0; x <= 100; x += 5) {
    const Said said = harness.push_and_read_meta(scene_at(kFormat, kSize, {-1.0 * x, 0})).value();
    EXPECT_EQ(said.is_known, x > 0) << x;
    EXPECT_NEAR(said.dx, -x, kShiftError);
    EXPECT_NEAR(said.dy, 0, kShiftError);
  }
}

TEST(Stabilize, SaysTheSameInTheMeta) {
  StabilizeHarness harness(kFormat, kSize, {{"post-messages", "true"}});
  for (int frame = 0; frame < 4; ++frame) {
    const std::optional<Said> in_meta =
        harness.push_and_read_meta(scene_at(kFormat, kSize, shaken(frame)));
    ASSERT_TRUE(in_meta);
    const Said said = harness.message();
    EXPECT_EQ(in_meta->dx, said.dx);
    EXPECT_EQ(in_meta->correction_y, said.correction_y);
    EXPECT_EQ(in_meta->confidence, said.confidence);
    EXPECT_EQ(in_meta->is_known, said.is_known);
  }
  harness.set("attach-meta", "false");
  harness.set("post-messages", "false");
  EXPECT_FALSE(harness.push_and_read_meta(scene_at(kFormat, kSize, {})));
  EXPECT_EQ(harness.messages(), 0);
}

TEST(Stabilize, SaysNothingOfAnotherElementsMotion) {
  StabilizeHarness first(kFormat, kSize, {{"smoothing", "0"}});
  StabilizeHarness second(kFormat, kSize, {{"smoothing", "0"}});
  StabilizeHarness silent(kFormat, kSize, {{"attach-meta", "false"}});
  for (int frame = 0; frame < 3; ++frame) {
    Owned<GstBuffer> stable =
        first.FilterHarness::push(buffer_of(scene_at(kFormat, kSize, shaken(frame)), frame));
    ASSERT_TRUE(meta_of(stable.get()));
    const Owned<GstBuffer> forgotten = silent.FilterHarness::push(gst_buffer_ref(stable.get()));
    EXPECT_FALSE(meta_of(forgotten.get()));
    const Owned<GstBuffer> again = second.FilterHarness::push(stable.release());
    EXPECT_NEAR(meta_of(again.get()).value().dx, 0, 2 * kShiftError) << "stable already";
  }
}

TEST(Stabilize, MovesByNoMoreThanMaxShift) {
  StabilizeHarness harness(kFormat, kSize, {{"smoothing", "0"}, {"max-shift", "3"}});
  harness.push(scene_at(kFormat, kSize, {}));
  const Said far = harness.push_and_read_meta(scene_at(kFormat, kSize, {-12, 1.5})).value();
  EXPECT_NEAR(far.dx, -12, kShiftError);
  EXPECT_EQ(far.correction_x, 3);
  EXPECT_NEAR(far.correction_y, -1.5, kShiftError);
  const Said near = harness.push_and_read_meta(scene_at(kFormat, kSize, {2, 0})).value();
  EXPECT_NEAR(near.correction_x, -2, 2 * kShiftError) << "the path was not lost";
}

TEST(Stabilize, WithoutMaxShiftOnlyMeasures) {
  StabilizeHarness harness(kFormat, kSize, {{"max-shift", "0"}});
  for (int frame = 0; frame < 3; ++frame) {
    const Picture input = scene_at(kFormat, kSize, shaken(frame));
    EXPECT_EQ(largest_difference(harness.push(input), input), 0);
  }
}

// What is left of the shaking when the camera also pans.
TEST(Stabilize, SmoothsThePathAndFollowsAPan) {
  StabilizeHarness harness(kFormat, kSize, {{"smoothing", "8"}, {"max-shift", "16"}});
  double shown_before = 0;
  double left = 0;
  double shaking = 0;
  for (int frame = 0; frame < 60; ++frame) {
    const double shake = frame % 2 == 0 ? 1.25 : -1.25;
    const Position position{1.5 * frame + shake, 0};
    const Said said = harness.push_and_read_meta(scene_at(kFormat, kSize, position)).value();
    const double shown = position.x + said.correction_x;
    if (frame > 40) {
      left = std::max(left, std::abs(shown - shown_before - 1.5));
      shaking = 2.5;
      EXPECT_LT(std::abs(said.correction_x), 3) << "the pan stays";
    }
    shown_before = shown;
  }
  EXPECT_LT(left, 0.3 * shaking);
}

TEST(Gate, HoldsThePictureWhileTheMotionIsUnknown) {
  StabilizeHarness harness(kFormat, kSize, {{"smoothing", "0"}});
  const Picture start = scene_at(kFormat, kSize, {});
  harness.push(start);
  const Said before = harness.push_and_read_meta(scene_at(kFormat, kSize, {3, 2})).value();
  for (unsigned flash = 0; flash < 2; ++flash) {
    const Said said = harness.push_and_read_meta(random_picture(kFormat, kSize, 9 + flash)).value();
    EXPECT_FALSE(said.is_known);
    EXPECT_LT(said.confidence, 0.3);
    EXPECT_EQ(said.correction_x, before.correction_x);
    EXPECT_EQ(said.correction_y, before.correction_y);
  }
  // The motion meanwhile is not lost.
  EXPECT_LT(interior_difference(harness.push(scene_at(kFormat, kSize, {-2.5, 4})), start, 8), 1.5);
}

TEST(Gate, BeginsAnewAfterACut) {
  for (const bool is_discontinuity : {false, true}) {
    StabilizeHarness harness(kFormat, kSize, {{"smoothing", "0"}});
    harness.push(scene_at(kFormat, kSize, {}));
    harness.push(scene_at(kFormat, kSize, {3, 2}));
    int frames = 0;
    for (Said said{}; frames == 0 || said.correction_x != 0; ++frames) {
      ASSERT_LT(frames, 10);
      GstBuffer* const buffer =
          buffer_of(scene_at(kFormat, kSize, {frames * 0.5, 0}, 2), 2 + frames);
      if (is_discontinuity) GST_BUFFER_FLAG_SET(buffer, GST_BUFFER_FLAG_DISCONT);
      const Owned<GstBuffer> output = harness.FilterHarness::push(buffer);
      said = meta_of(output.get()).value();
      EXPECT_FALSE(said.is_known);
    }
    EXPECT_EQ(frames, is_discontinuity ? 1 : 5);
    const Said next =
        harness.push_and_read_meta(scene_at(kFormat, kSize, {frames * 0.5 + 1.5, 0}, 2)).value();
    EXPECT_TRUE(next.is_known);
    EXPECT_NEAR(next.correction_x, -2, 2 * kShiftError);
  }
}

// Frames were lost, but it is the same scene.
TEST(Gate, GoesOnAfterADiscontinuityInTheSameScene) {
  StabilizeHarness harness(kFormat, kSize, {{"smoothing", "0"}});
  const Picture start = scene_at(kFormat, kSize, {});
  harness.push(start);
  GstBuffer* const buffer = buffer_of(scene_at(kFormat, kSize, {5.5, 2}), 9);
  GST_BUFFER_FLAG_SET(buffer, GST_BUFFER_FLAG_DISCONT);
  const Owned<GstBuffer> output = harness.FilterHarness::push(buffer);
  EXPECT_LT(interior_difference(read(kFormat, kSize, output.get()), start, 8), 1.5);
}

TEST(Gate, OfOneLetsNothingThrough) {
  StabilizeHarness harness(kFormat, kSize, {{"min-confidence", "1"}});
  for (int frame = 0; frame < 8; ++frame) {
    const Picture input = scene_at(kFormat, kSize, shaken(frame));
    EXPECT_EQ(largest_difference(harness.push(input), input), 0);
  }
}

}  // namespace
}  // namespace fftcore::test::stabilize_test
