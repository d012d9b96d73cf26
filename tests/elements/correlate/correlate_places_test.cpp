// SPDX-License-Identifier: LGPL-2.1-or-later
// What fftcorrelate finds, and how it says so.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "correlate_harness.h"
#include "moving_scene.h"

#ifdef FFTCORE_ANALYTICS
#include <gst/analytics/analytics.h>
#endif

namespace fftcore::test::correlate_places_test {
namespace {

constexpr Size kSize = {96, 64};
constexpr Part kPart = {20, 10, 16, 12};
constexpr GstVideoFormat kGrey = GST_VIDEO_FORMAT_GRAY8;

// A frame that shows what `first` shows in kPart at some places, and nothing else of it.
Picture scene(const Picture& first, const std::vector<std::pair<int, int>>& places,
              unsigned seed = 2) {
  Picture picture = random_picture(first.format, kSize, seed);
  for (const auto& [x, y] : places) plant(picture, first, kPart, x, y);
  return picture;
}

void expect_at(const Place& place, int x, int y) {
  EXPECT_NEAR(place.x, x, kPlaceError);
  EXPECT_NEAR(place.y, y, kPlaceError);
  EXPECT_EQ(place.width, kPart.width);
  EXPECT_EQ(place.height, kPart.height);
}

TEST(Places, AreExactInEveryFormat) {
  for (const GstVideoFormat format : some_formats()) {
    for (const char* method : {"ccoeff-normed", "ccorr-normed"}) {
      SCOPED_TRACE(testing::Message() << gst_video_format_to_string(format) << " " << method);
      CorrelateHarness harness(format, kSize,
                               {{"template-rect", text_of(kPart)}, {"method", method}});
      const Picture first = random_picture(format, kSize, 1);
      std::vector<Place> places = harness.places_in(first);
      ASSERT_EQ(places.size(), 1U);
      expect_at(places[0], kPart.x, kPart.y);
      EXPECT_NEAR(places[0].score, 1, 1e-3);

      places = harness.places_in(scene(first, {{63, 41}}));
      ASSERT_EQ(places.size(), 1U);
      expect_at(places[0], 63, 41);
      EXPECT_NEAR(places[0].score, 1, 1e-3);

      // Rows with gaps, as decoders give them.
      const Owned<GstBuffer> strided = harness.push(strided_buffer_of(scene(first, {{0, 52}}), 20));
      ASSERT_NE(strided, nullptr);
      const std::vector<Region> regions = regions_of(strided.get());
      ASSERT_EQ(regions.size(), 1U);
      EXPECT_EQ(regions[0].x, 0);
      EXPECT_EQ(regions[0].y, 52);
    }
  }
}

TEST(Places, AreThoseOfBrightPatternsForPlainCorrelation) {
  CorrelateHarness harness(kGrey, kSize, {{"template-rect", text_of(kPart)}, {"method", "ccorr"}});
  Picture first = random_picture(kGrey, kSize, 1);
  for (int& sample : first.planes[0].samples) sample /= 4;
  Picture bright = random_picture(kGrey, kSize, 5);
  plant(first, bright, kPart, kPart.x, kPart.y);
  const std::vector<Place> places = harness.places_in(first);
  ASSERT_EQ(places.size(), 1U);
  expect_at(places[0], kPart.x, kPart.y);
  EXPECT_GT(places[0].score, 1e5) << "a plain sum";
}

/// Cameras of few bits give them in 16.
TEST(Places, AreFoundInFewBitsOfSixteen) {
  for (const char* method : {"ccoeff-normed", "ccorr-normed", "phase"})
    for (const int bits : {8, 10, 12, 14, 16}) {
      SCOPED_TRACE(testing::Message() << method << ", " << bits << " bits");
      CorrelateHarness::Properties properties{{"method", method}};
      const bool is_phase = std::string(method) == "phase";
      if (!is_phase) properties.push_back({"template-rect", text_of(kPart)});
      CorrelateHarness harness(GST_VIDEO_FORMAT_GRAY16_LE, kSize, properties);
      Picture picture = scene_at(GST_VIDEO_FORMAT_GRAY16_LE, kSize, {}, 3);
      for (int& sample : picture.planes[0].samples) sample >>= 16 - bits;
      harness.places_in(picture);
      const std::vector<Place> places = harness.places_in(picture);
      ASSERT_EQ(places.size(), 1U);
      EXPECT_NEAR(places[0].x, is_phase ? 0 : kPart.x, 0.05);
      EXPECT_NEAR(places[0].y, is_phase ? 0 : kPart.y, 0.05);
      EXPECT_GT(places[0].score, is_phase ? 0.85 : 0.97);
    }
}

TEST(Places, HaveNoScoreBelowFlat) {
  CorrelateHarness harness(kGrey, kSize, {{"template-rect", text_of(kPart)}, {"flat", "200"}});
  const Picture picture = random_picture(kGrey, kSize, 1);
  EXPECT_TRUE(harness.places_in(picture).empty()) << "no picture of 255 levels deviates by 200";
  harness.set("flat", "1");
  EXPECT_EQ(harness.places_in(picture).size(), 1U);
}

TEST(Places, AreSeveralBestFirst) {
  CorrelateHarness harness(
      kGrey, kSize, {{"template-rect", text_of(kPart)}, {"max-peaks", "5"}, {"threshold", "0.5"}});
  const Picture first = random_picture(kGrey, kSize, 1);
  harness.places_in(first);
  Picture picture = scene(first, {{3, 2}});
  plant(picture, first, kPart, 70, 40, 0.8);
  plant(picture, first, kPart, 40, 20, 0.6);
  const std::vector<Place> places = harness.places_in(picture);
  ASSERT_EQ(places.size(), 3U) << "noise is below the threshold";
  expect_at(places[0], 3, 2);
  expect_at(places[1], 70, 40);
  expect_at(places[2], 40, 20);
  EXPECT_GT(places[0].score, places[1].score);
  EXPECT_GT(places[1].score, places[2].score);

  harness.set("max-peaks", "2");
  EXPECT_EQ(harness.places_in(picture).size(), 2U);
  harness.set("threshold", "0.99");
  EXPECT_EQ(harness.places_in(picture).size(), 1U);
  harness.set_together({{"threshold", "0.5"}, {"max-peaks", "64"}});
  EXPECT_EQ(harness.places_in(picture).size(), 3U);
}

TEST(Places, AreSaidWithTheFramesTimes) {
  CorrelateHarness harness(kGrey, kSize, {{"template-rect", text_of(kPart)}, {"max-peaks", "2"}});
  const Picture first = random_picture(kGrey, kSize, 1);
  harness.push(first);
  harness.push(scene(first, {{50, 30}, {4, 40}}));
  const std::vector<Finding> findings = harness.findings();
  ASSERT_EQ(findings.size(), 2U) << "one message a frame";
  const Finding& second = findings[1];
  constexpr GstClockTime kFrame = GST_SECOND / 25;
  EXPECT_EQ(second.timestamp, kFrame);
  EXPECT_EQ(second.stream_time, kFrame);
  EXPECT_EQ(second.running_time, kFrame);
  EXPECT_EQ(second.duration, kFrame);
  ASSERT_EQ(second.peaks.size(), 2U);
  EXPECT_EQ(second.best.x, second.peaks[0].x);
  EXPECT_EQ(second.best.score, second.peaks[0].score);
  EXPECT_LT(second.peaks[0].confidence, 0.01) << "there is another one as good";
  EXPECT_GT(findings[0].best.confidence, 0.3) << "the only one";
}

TEST(Places, AreRegionsOfTheFrame) {
  CorrelateHarness harness(kGrey, kSize, {{"template-rect", text_of(kPart)}, {"max-peaks", "2"}});
  const Picture first = random_picture(kGrey, kSize, 1);
  harness.push(first);
  Picture picture = scene(first, {{50, 30}});
  plant(picture, first, kPart, 4, 40, 0.8);
  const Owned<GstBuffer> output = harness.push(buffer_of(picture, 1));
  const std::vector<Region> regions = regions_of(output.get());
  ASSERT_EQ(regions.size(), 2U);
  EXPECT_EQ(regions[0].type, "fftcorrelate");
  EXPECT_EQ(regions[0].id, 0);
  EXPECT_EQ(regions[1].id, 1);
  EXPECT_EQ(regions[0].x, 50);
  EXPECT_EQ(regions[0].y, 30);
  EXPECT_EQ(regions[0].width, kPart.width);
  EXPECT_EQ(regions[0].height, kPart.height);
  expect_at(regions[0].parameters, 50, 30);
  EXPECT_NEAR(regions[0].parameters.score, 1, 1e-3);
  EXPECT_EQ(regions[1].x, 4);
  EXPECT_EQ(regions[1].y, 40);
}

#ifdef FFTCORE_ANALYTICS
TEST(Places, AreDetectionsInGStreamersOwnWords) {
  CorrelateHarness harness(kGrey, kSize, {{"template-rect", text_of(kPart)}});
  const Picture first = random_picture(kGrey, kSize, 1);
  harness.push(first);
  const Owned<GstBuffer> output = harness.push(buffer_of(scene(first, {{50, 30}}), 1));
  GstAnalyticsRelationMeta* const relations = gst_buffer_get_analytics_relation_meta(output.get());
  ASSERT_NE(relations, nullptr);
  ASSERT_EQ(gst_analytics_relation_get_length(relations), 1U);
  GstAnalyticsODMtd detection;
  ASSERT_TRUE(gst_analytics_relation_meta_get_od_mtd(relations, 0, &detection));
  gint x = 0, y = 0, width = 0, height = 0;
  gfloat confidence = 0;
  ASSERT_TRUE(gst_analytics_od_mtd_get_location(&detection, &x, &y, &width, &height, &confidence));
  EXPECT_EQ((std::array{x, y, width, height}), (std::array{50, 30, kPart.width, kPart.height}));
  EXPECT_NEAR(confidence, 1, 1e-3);
  EXPECT_STREQ(g_quark_to_string(gst_analytics_od_mtd_get_obj_type(&detection)), "fftcorrelate");
}
#endif

TEST(Places, AreNotSaidWhereNobodyAsks) {
  CorrelateHarness harness(
      kGrey, kSize,
      {{"template-rect", text_of(kPart)}, {"post-messages", "false"}, {"attach-meta", "false"}});
  GstBuffer* const input = buffer_of(random_picture(kGrey, kSize));
  gst_buffer_ref(input);  // others hold it too
  const Owned<GstBuffer> output = harness.push(input);
  EXPECT_EQ(output.get(), input) << "the very buffer";
  EXPECT_TRUE(regions_of(input).empty());
  EXPECT_TRUE(harness.findings().empty());
  gst_buffer_unref(input);
}

TEST(Frames, AreNotCopiedForTheirRegions) {
  CorrelateHarness harness(kGrey, kSize, {{"template-rect", text_of(kPart)}});
  GstBuffer* const input = buffer_of(random_picture(kGrey, kSize));
  gst_buffer_ref(input);
  const Owned<GstBuffer> output = harness.push(input);
  EXPECT_EQ(gst_buffer_peek_memory(output.get(), 0), gst_buffer_peek_memory(input, 0));
  EXPECT_EQ(regions_of(output.get()).size(), 1U);
  EXPECT_TRUE(regions_of(input).empty()) << "who holds the frame too sees it as it was";
  gst_buffer_unref(input);
}

TEST(BlackFrames, HaveNoPlaces) {
  for (const char* method : {"ccoeff-normed", "ccorr-normed", "phase"}) {
    SCOPED_TRACE(method);
    CorrelateHarness harness(kGrey, kSize, {{"template-rect", text_of(kPart)}, {"method", method}});
    const Picture first = random_picture(kGrey, kSize, 1);
    Picture black = first;
    for (int& sample : black.planes[0].samples) sample = 0;
    harness.push(first);
    harness.findings();
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(harness.places_in(black).empty());
    harness.set("threshold", "-1");
    for (const Place& place : harness.places_in(black)) {
      EXPECT_TRUE(std::isfinite(place.x) && std::isfinite(place.y));
      EXPECT_EQ(place.score, 0);
      EXPECT_EQ(place.confidence, 0);
    }
    EXPECT_TRUE(harness.warnings().empty());
    EXPECT_TRUE(harness.errors().empty());
  }
}

TEST(SearchRect, LeavesOutWhatIsElsewhere) {
  const Part rect = {48, 0, 48, 64};
  CorrelateHarness harness(
      kGrey, kSize,
      {{"template-rect", text_of(kPart)}, {"search-rect", text_of(rect)}, {"max-peaks", "3"}});
  const Picture first = random_picture(kGrey, kSize, 1);
  EXPECT_TRUE(harness.places_in(first).empty());
  const Picture picture = scene(first, {{2, 3}, {60, 33}});
  std::vector<Place> places = harness.places_in(picture);
  ASSERT_EQ(places.size(), 1U);
  expect_at(places[0], 60, 33);
  harness.set("search-rect", "<>");
  EXPECT_EQ(harness.places_in(picture).size(), 2U);
  harness.set("search-rect", "<2,3,16,12>");
  places = harness.places_in(picture);
  ASSERT_EQ(places.size(), 1U) << "a place for just one template";
  expect_at(places[0], 2, 3);
}

TEST(SearchMargin, StaysWithWhatIsFollowed) {
  CorrelateHarness harness(
      kGrey, kSize,
      {{"template-rect", text_of(kPart)}, {"search-margin", "6"}, {"threshold", "0.3"}});
  const Picture first = random_picture(kGrey, kSize, 1);
  expect_at(harness.places_in(first).at(0), kPart.x, kPart.y);
  int x = kPart.x;
  // along to the border, with something that looks better far away
  for (int step = 0; step < 12; ++step) {
    x = std::min(x + 6, kSize.width - kPart.width);
    Picture picture = random_picture(kGrey, kSize, static_cast<unsigned>(step + 2));
    plant(picture, first, kPart, x, 8, 0.7);
    plant(picture, first, kPart, x > 48 ? 2 : 76, 50);
    const std::vector<Place> places = harness.places_in(picture);
    ASSERT_EQ(places.size(), 1U) << step;
    expect_at(places[0], x, 8);
  }
  EXPECT_TRUE(harness.places_in(scene(first, {{2, 50}})).empty()) << "too far away";
  harness.set("search-margin", "-1");
  expect_at(harness.places_in(scene(first, {{2, 50}})).at(0), 2, 50);
}

TEST(UpdateRate, MakesTheTemplateFollow) {
  for (const char* rate : {"0", "1"}) {
    SCOPED_TRACE(rate);
    CorrelateHarness harness(
        kGrey, kSize,
        {{"template-rect", text_of(kPart)}, {"update-rate", rate}, {"threshold", "0.3"}});
    const Picture first = random_picture(kGrey, kSize, 1);
    harness.push(first);
    // What is looked for turns into something else bit by bit.
    const Picture other = random_picture(kGrey, kSize, 9);
    Picture turning = first;
    double score = 0;
    for (int step = 0; step < 8; ++step) {
      plant(turning, other, kPart, kPart.x, kPart.y, 0.35);
      Picture picture = random_picture(kGrey, kSize, static_cast<unsigned>(20 + step));
      plant(picture, turning, kPart, 5 + 3 * step, 30);
      const std::vector<Place> places = harness.places_in(picture);
      if (places.empty()) {
        EXPECT_STREQ(rate, "0") << step;
        return;
      }
      score = places[0].score;
      if (std::string(rate) == "1") expect_at(places[0], 5 + 3 * step, 30);
    }
    EXPECT_STREQ(rate, "1") << "the old template is not there any more";
    EXPECT_GT(score, 0.8);
  }
}

TEST(UpdateRate, MixesByItsShare) {
  CorrelateHarness harness(
      kGrey, kSize,
      {{"template-rect", text_of(kPart)}, {"update-rate", "0.5"}, {"threshold", "0.2"}});
  const Picture first = random_picture(kGrey, kSize, 1);
  const Picture other = random_picture(kGrey, kSize, 9);
  harness.push(first);
  Picture half = first;
  plant(half, other, kPart, kPart.x, kPart.y, 0.5);
  Picture second = random_picture(kGrey, kSize, 2);
  plant(second, half, kPart, 40, 30);
  ASSERT_EQ(harness.places_in(second).size(), 1U);
  harness.set("update-rate", "0");
  // The template is now 3/4 of the first and 1/4 of the other.
  Picture expected = first;
  plant(expected, other, kPart, kPart.x, kPart.y, 0.25);
  Picture third = random_picture(kGrey, kSize, 3);
  plant(third, expected, kPart, 60, 45);
  const std::vector<Place> places = harness.places_in(third);
  ASSERT_EQ(places.size(), 1U);
  expect_at(places[0], 60, 45);
  EXPECT_NEAR(places[0].score, 1, 1e-3);
}

}  // namespace
}  // namespace fftcore::test::correlate_places_test
