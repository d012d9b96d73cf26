// SPDX-License-Identifier: LGPL-2.1-or-later
// fftstabilize on a scene that turns and zooms: the picture stands still, and what is said of it is
// true.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "fftstabilize/regions.h"
#include "moving_scene.h"
#include "stabilize_harness.h"
#include "stream_harness.h"

namespace fftcore::test::stabilize_maps_test {
namespace {

constexpr GstVideoFormat kFormat = GST_VIDEO_FORMAT_GRAY8;
constexpr Size kSize = {240, 180};

MotionMap similarity(double degrees, double zoom, double x, double y) {
  const double angle = degrees * M_PI / 180, a = zoom * std::cos(angle), b = zoom * std::sin(angle),
               u = (kSize.width - 1) / 2.0, v = (kSize.height - 1) / 2.0;
  return {{a, -b, x + u - a * u + b * v, b, a, y + v - b * u - a * v, 0, 0, 1}};
}

/// A camera that shakes, turns and zooms; it begins at the origin.
MotionMap pose(int frame) {
  if (frame == 0) return {};
  return similarity(2 * std::sin(0.9 * frame), 1 + 0.015 * std::sin(1.3 * frame),
                    3.3 * std::sin(0.7 * frame), -2.1 * std::sin(1.1 * frame));
}

double farthest(const MotionMap& one, const MotionMap& other) {
  double most = 0;
  for (const double x : {0.0, kSize.width - 1.0})
    for (const double y : {0.0, kSize.height - 1.0}) {
      const auto [u, v] = mapped(one, x, y);
      const auto [to_u, to_v] = mapped(other, x, y);
      most = std::max(most, std::hypot(u - to_u, v - to_v));
    }
  return most;
}

class EachFormatTurnedBack : public testing::TestWithParam<GstVideoFormat> {};

TEST_P(EachFormatTurnedBack, StandsStill) {
  const Picture start = scene_through(GetParam(), kSize, {});
  const double grey_level = start.white / 255.0;
  StabilizeHarness harness(GetParam(), kSize,
                           {{"model", "similarity"}, {"smoothing", "0"}, {"max-shift", "16"}});
  EXPECT_EQ(largest_difference(harness.push(start), start), 0) << "the first frame is not moved";
  for (int frame = 1; frame < 5; ++frame) {
    const Picture input = scene_through(GetParam(), kSize, pose(frame));
    const Picture output = harness.push(input);
    EXPECT_LT(interior_difference(output, start, 24), 2 * grey_level) << "frame " << frame;
    ASSERT_GT(interior_difference(input, start, 24), 8 * grey_level) << "it did move";
  }
}

std::string format_name(const testing::TestParamInfo<GstVideoFormat>& info) {
  return gst_video_format_to_string(info.param);
}

INSTANTIATE_TEST_SUITE_P(, EachFormatTurnedBack,
                         testing::Values(GST_VIDEO_FORMAT_GRAY8, GST_VIDEO_FORMAT_NV12,
                                         GST_VIDEO_FORMAT_I420_10LE, GST_VIDEO_FORMAT_YUY2,
                                         GST_VIDEO_FORMAT_RGBA, GST_VIDEO_FORMAT_GBR),
                         format_name);

TEST(StabilizeMaps, SayTheMotionAndTheCorrection) {
  for (const char* model : {"similarity", "affine", "perspective"}) {
    SCOPED_TRACE(model);
    StabilizeHarness harness(
        kFormat, kSize,
        {{"model", model}, {"smoothing", "0"}, {"max-shift", "64"}, {"post-messages", "true"}});
    for (int frame = 0; frame < 4; ++frame) {
      harness.push(scene_through(kFormat, kSize, pose(frame)));
      const Said said = harness.message();
      const MotionMap motion = composed(pose(frame), inverted(pose(std::max(frame - 1, 0))));
      EXPECT_EQ(said.is_known, frame > 0);
      EXPECT_LT(farthest(said.motion, motion), 0.3) << frame;
      EXPECT_LT(farthest(composed(said.correction, pose(frame)), {}), 0.4) << frame;
      EXPECT_FALSE(said.is_turning);
    }
  }
}

TEST(StabilizeMaps, ZoomHidesTheBorder) {
  StabilizeHarness fixed(kFormat, kSize, {{"zoom", "1.25"}, {"smoothing", "0"}});
  const Picture large = fixed.push(scene_through(kFormat, kSize, {}));
  const MotionMap zoomed = similarity(0, 1.25, 0, 0);
  EXPECT_LT(interior_difference(large, scene_through(kFormat, kSize, zoomed), 4), 2);
  // By itself it grows by steps of a hundredth, while it must.
  StabilizeHarness automatic(kFormat, kSize,
                             {{"zoom", "0"}, {"smoothing", "0"}, {"max-shift", "8"}});
  double zoom = 1;
  for (int frame = 0; frame < 12; ++frame) {
    const double x = frame == 0 ? 0 : 6;
    const Said said = automatic.push_and_read_meta(scene_at(kFormat, kSize, {x, 0})).value();
    EXPECT_LE(said.correction.numbers[0] - zoom, 0.01 + 1e-9);
    zoom = said.correction.numbers[0];
  }
  EXPECT_NEAR(zoom, 119.5 / (119.5 - 6), 2e-3);
}

// Chroma on the first of its pixels, not in the middle, is off by 1.6 levels here.
TEST(StabilizeMaps, ChromaStaysWithLuma) {
  constexpr GstVideoFormat kChroma = GST_VIDEO_FORMAT_NV12;
  StabilizeHarness harness(kChroma, kSize, {{"zoom", "2"}});
  Picture got = harness.push(scene_through(kChroma, kSize, {}));
  Picture want = scene_through(kChroma, kSize, similarity(0, 2, 0, 0));
  got.planes.erase(got.planes.begin());
  want.planes.erase(want.planes.begin());
  EXPECT_LT(interior_difference(got, want, 4), 1);
}

// A picture that jumps to the right leaves a border, where the frame before still shows.
TEST(StabilizeMaps, KeepShowsWhatWasThereBefore) {
  for (const GstVideoFormat format :
       {GST_VIDEO_FORMAT_GRAY8, GST_VIDEO_FORMAT_NV12, GST_VIDEO_FORMAT_BGRx}) {
    SCOPED_TRACE(gst_video_format_to_string(format));
    StabilizeHarness harness(format, kSize,
                             {{"edge-mode", "keep"}, {"smoothing", "0"}, {"max-shift", "32"}});
    const Picture start = scene_at(format, kSize, {0, 0});
    EXPECT_EQ(largest_difference(harness.push(start), start), 0);
    // Moved back by 20 pixels, it ends there: all of the first frame is still seen.
    const Picture kept = harness.push(scene_at(format, kSize, {20, 0}));
    EXPECT_LT(interior_difference(kept, start, 0), 4);
    StabilizeHarness black(format, kSize,
                           {{"edge-mode", "constant"}, {"smoothing", "0"}, {"max-shift", "32"}});
    black.push(start);
    EXPECT_GT(interior_difference(black.push(scene_at(format, kSize, {20, 0})), start, 0), 20);
    // A flush forgets it: what is not covered is the frame's own then.
    EXPECT_TRUE(gst_harness_push_event(harness.get(), gst_event_new_flush_start()));
    EXPECT_TRUE(gst_harness_push_event(harness.get(), gst_event_new_flush_stop(TRUE)));
    EXPECT_TRUE(gst_harness_push_event(harness.get(), new_segment()));
    const Picture other = scene_at(format, kSize, {-9, 4});
    EXPECT_EQ(largest_difference(harness.push(other), other), 0);
  }
}

TEST(StabilizeMaps, KeepIsSettledBeforeShiftsBegin) {
  StabilizeHarness harness(kFormat, kSize, {});
  harness.push(scene_at(kFormat, kSize, {0, 0}));
  harness.set("edge-mode", "keep");
  harness.push(scene_at(kFormat, kSize, {1, 0}));
  const std::vector<Report> warnings = harness.warnings();
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_NE(warnings[0].text.find("edge-mode=keep"), std::string::npos) << warnings[0].text;
  StabilizeHarness maps(kFormat, kSize, {{"model", "similarity"}});
  maps.push(scene_at(kFormat, kSize, {0, 0}));
  maps.set("edge-mode", "keep");
  maps.push(scene_at(kFormat, kSize, {1, 0}));
  EXPECT_TRUE(maps.warnings().empty());
}

TEST(StabilizeMaps, UnknownMotionLeavesThePictureAsItWas) {
  StabilizeHarness harness(kFormat, kSize, {{"model", "similarity"}, {"smoothing", "0"}});
  for (int frame = 0; frame < 3; ++frame) harness.push(scene_through(kFormat, kSize, pose(frame)));
  Picture flat = scene_through(kFormat, kSize, {});
  for (int& sample : flat.planes[0].samples) sample = 90;
  const Said first = harness.push_and_read_meta(flat).value();
  EXPECT_FALSE(first.is_known);
  EXPECT_EQ(first.confidence, 0);
  EXPECT_LT(farthest(composed(first.correction, pose(2)), {}), 0.4);
  Said last = first;
  for (int frame = 0; frame < 5; ++frame) last = harness.push_and_read_meta(flat).value();
  EXPECT_EQ(last.correction, MotionMap{}) << "another scene";
}

TEST(StabilizeMaps, RefuseWhatDoesNotGoTogether) {
  for (const FilterHarness::Properties& properties :
       {FilterHarness::Properties{{"model", "affine"}, {"reference", "first"}},
        FilterHarness::Properties{{"zoom", "1.2"}, {"reference", "first"}},
        FilterHarness::Properties{{"zoom", "0.5"}}}) {
    GstElement* const element = gst_element_factory_make("fftstabilize", nullptr);
    gst_object_ref_sink(element);
    for (const auto& [name, value] : properties) set_property(element, name, value);
    EXPECT_EQ(gst_element_set_state(element, GST_STATE_PAUSED), GST_STATE_CHANGE_FAILURE);
    gst_element_set_state(element, GST_STATE_NULL);
    gst_object_unref(element);
  }
}

TEST(StabilizeMaps, RegionsMoveWithThePicture) {
  const Owned<GstBuffer> buffer(gst_buffer_new());
  const auto add = [&](guint x, guint y, guint w, guint h) {
    gst_buffer_add_video_region_of_interest_meta(buffer.get(), "face", x, y, w, h);
  };
  add(10, 20, 30, 40);
  add(235, 0, 5, 5);
  gst::stabilize::move_regions(buffer.get(), {{1, 0, 6.5, 0, 1, -3, 0, 0, 1}}, kSize.width,
                               kSize.height);
  std::vector<std::array<guint, 4>> regions;
  gpointer state = nullptr;
  while (GstMeta* const meta = gst_buffer_iterate_meta(buffer.get(), &state)) {
    const auto* region = reinterpret_cast<GstVideoRegionOfInterestMeta*>(meta);
    regions.push_back({region->x, region->y, region->w, region->h});
  }
  EXPECT_EQ(regions, (std::vector<std::array<guint, 4>>{{16, 17, 31, 40}}))
      << "the other one has left";
}

}  // namespace
}  // namespace fftcore::test::stabilize_maps_test
