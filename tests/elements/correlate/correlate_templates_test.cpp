// SPDX-License-Identifier: LGPL-2.1-or-later
// Where fftcorrelate gets its template: the pad, files, the video itself.
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <fstream>
#include <thread>

#include "correlate_harness.h"
#include "waiting_call.h"

namespace fftcore::test::correlate_templates_test {
namespace {

constexpr Size kSize = {96, 64};
constexpr Part kPart = {20, 10, 16, 12};
constexpr GstVideoFormat kGrey = GST_VIDEO_FORMAT_GRAY8;

Picture cut(const Picture& from, const Part& part) {
  Picture picture = random_picture(from.format, {part.width, part.height});
  plant(picture, from, part, 0, 0);
  return picture;
}

void expect_at(const std::vector<Place>& places, int x, int y) {
  ASSERT_EQ(places.size(), 1U);
  EXPECT_NEAR(places[0].x, x, kPlaceError);
  EXPECT_NEAR(places[0].y, y, kPlaceError);
}

TEST(TemplatePad, GivesWhatIsSearched) {
  CorrelateHarness harness(kGrey, kSize, {});
  TemplateSender sender(harness.element());
  const Picture first = random_picture(kGrey, kSize, 1);
  EXPECT_TRUE(harness.places_in(first).empty()) << "none has come yet";
  EXPECT_TRUE(harness.warnings().empty()) << "one may come";
  ASSERT_EQ(sender.push(cut(first, kPart)), GST_FLOW_OK);
  expect_at(harness.places_in(first), kPart.x, kPart.y);
  // Another one, of another size, serves from the next frame on.
  const Part other = {50, 31, 9, 21};
  ASSERT_EQ(sender.push(cut(first, other)), GST_FLOW_OK);
  const std::vector<Place> places = harness.places_in(first);
  expect_at(places, other.x, other.y);
  EXPECT_EQ(places[0].width, other.width);
  EXPECT_EQ(places[0].height, other.height);
  ASSERT_TRUE(sender.push_event(gst_event_new_eos()));
  expect_at(harness.places_in(first), other.x, other.y);
}

// Grey frames whose levels are those of the format's brightness.
TEST(TemplatePad, TakesOtherFormatsThanTheVideos) {
  for (const GstVideoFormat format : {GST_VIDEO_FORMAT_NV12, GST_VIDEO_FORMAT_GRAY8,
                                      GST_VIDEO_FORMAT_I420, GST_VIDEO_FORMAT_RGBA}) {
    for (const GstVideoFormat of_template :
         {GST_VIDEO_FORMAT_RGB, GST_VIDEO_FORMAT_BGRx, GST_VIDEO_FORMAT_GRAY8}) {
      SCOPED_TRACE(testing::Message() << gst_video_format_to_string(format) << " "
                                      << gst_video_format_to_string(of_template));
      // which is not blind to levels
      CorrelateHarness harness(format, kSize, {{"method", "ccorr-normed"}});
      // GStreamer hands grey on as it is.
      const bool is_narrow = (format == GST_VIDEO_FORMAT_NV12 || format == GST_VIDEO_FORMAT_I420) &&
                             of_template != GST_VIDEO_FORMAT_GRAY8;
      Picture video = random_picture(format, kSize, 1);
      Picture pattern = random_picture(of_template, {16, 12}, 2);
      for (int pixel = 0; pixel < 16 * 12; ++pixel) {
        const int level =
            pattern.planes[0].samples[static_cast<std::size_t>(pixel * pattern.planes[0].channels)];
        for (int c = 0; c < pattern.planes[0].channels; ++c)
          pattern.planes[0]
              .samples[static_cast<std::size_t>(pixel * pattern.planes[0].channels + c)] = level;
        const int at = (30 + pixel / 16) * kSize.width + 40 + pixel % 16;
        for (int c = 0; c < video.planes[0].channels; ++c) {
          video.planes[0].samples[static_cast<std::size_t>(at * video.planes[0].channels + c)] =
              is_narrow ? static_cast<int>(std::lround(16 + level * 219 / 255.0)) : level;
        }
      }
      TemplateSender sender(harness.element());
      ASSERT_EQ(sender.push(pattern), GST_FLOW_OK);
      const std::vector<Place> places = harness.places_in(video);
      expect_at(places, 40, 30);
      EXPECT_NEAR(places.at(0).score, 1, 1e-4);
    }
  }
}

TEST(TemplatePad, HoldsBackWhoSendsMoreThanTheVideoHasFrames) {
  CorrelateHarness harness(kGrey, kSize, {});
  TemplateSender sender(harness.element());
  const Picture first = random_picture(kGrey, kSize, 1);
  const Picture pattern = cut(first, kPart);
  std::atomic<int> sent = 0;
  std::atomic<GstFlowReturn> last = GST_FLOW_OK;
  std::thread source([&] {
    while (last == GST_FLOW_OK) {
      last = sender.push(pattern);
      if (last == GST_FLOW_OK) ++sent;
    }
  });
  for (int frame = 0; frame < 20; ++frame) harness.push(first);
  EXPECT_LE(sent, 21);
  gst_harness_push_event(harness.get(), gst_event_new_eos());
  source.join();
  EXPECT_EQ(last, GST_FLOW_EOS) << "no frames are left to be searched";
}

TEST(TemplatePad, LetsGoWhenTheElementStops) {
  CorrelateHarness harness(kGrey, kSize, {});
  TemplateSender sender(harness.element());
  const Picture pattern = cut(random_picture(kGrey, kSize, 1), kPart);
  ASSERT_EQ(sender.push(pattern), GST_FLOW_OK);
  // It waits for a frame of the video.
  auto next = begin_and_wait([&] { return sender.push(pattern); });
  gst_element_set_state(harness.element(), GST_STATE_NULL);
  EXPECT_EQ(next.get(), GST_FLOW_FLUSHING);
}

TEST(TemplatePad, IsOne) {
  CorrelateHarness harness(kGrey, kSize, {});
  {
    TemplateSender sender(harness.element());
    GstPadTemplate* const pad_template =
        gst_element_get_pad_template(harness.element(), "template");
    EXPECT_EQ(gst_element_request_pad(harness.element(), pad_template, nullptr, nullptr), nullptr);
  }
  TemplateSender again(harness.element());
  EXPECT_EQ(again.push(cut(random_picture(kGrey, kSize), kPart)), GST_FLOW_OK);
}

TEST(TemplatePad, ThatShowsTheSameKeepsWhatTheTemplateHasBecome) {
  CorrelateHarness harness(kGrey, kSize, {{"update-rate", "1"}, {"threshold", "0.3"}});
  TemplateSender sender(harness.element());
  const Picture first = random_picture(kGrey, kSize, 1);
  const Picture pattern = cut(first, kPart);
  ASSERT_EQ(sender.push(pattern), GST_FLOW_OK);
  Picture turned = first;
  plant(turned, random_picture(kGrey, kSize, 9), kPart, kPart.x, kPart.y, 0.5);
  harness.push(turned);
  ASSERT_EQ(sender.push(pattern), GST_FLOW_OK);
  EXPECT_NEAR(harness.places_in(turned).at(0).score, 1, 1e-3);
}

TEST(Newest, OfTheTemplatesCounts) {
  CorrelateHarness harness(kGrey, kSize, {{"template-rect", text_of(kPart)}});
  const Picture first = random_picture(kGrey, kSize, 1);
  expect_at(harness.places_in(first), kPart.x, kPart.y);
  TemplateSender sender(harness.element());
  ASSERT_EQ(sender.push(cut(first, {50, 31, 9, 21})), GST_FLOW_OK);
  expect_at(harness.places_in(first), 50, 31);
  harness.set("template-rect", "<5,6,20,20>");
  expect_at(harness.places_in(first), 5, 6);
}

TEST(TemplateRect, SetAgainIsTakenAgain) {
  CorrelateHarness harness(kGrey, kSize, {{"template-rect", text_of(kPart)}});
  harness.push(random_picture(kGrey, kSize, 1));
  const Picture second = random_picture(kGrey, kSize, 2);
  EXPECT_TRUE(harness.places_in(second).empty());
  harness.set("template-rect", text_of(kPart));
  expect_at(harness.places_in(second), kPart.x, kPart.y);
  harness.set("template-rect", "<>");
  EXPECT_TRUE(harness.places_in(second).empty());
  EXPECT_EQ(harness.warnings().size(), 1U) << "there is no template any more";
}

TEST(TemplateRect, IsTakenAnewFromVideoOfAnotherSize) {
  CorrelateHarness harness(kGrey, kSize, {{"template-rect", text_of(kPart)}});
  harness.push(random_picture(kGrey, kSize, 1));
  for (const auto& [format, size] :
       {std::pair(kGrey, Size{120, 50}), std::pair(GST_VIDEO_FORMAT_NV12, Size{120, 50}),
        std::pair(GST_VIDEO_FORMAT_BGR, Size{36, 22}),
        std::pair(GST_VIDEO_FORMAT_GRAY16_LE, kSize)}) {
    harness.set_caps(format, size);
    expect_at(harness.places_in(random_picture(format, size, 2)), kPart.x, kPart.y);
  }
  EXPECT_TRUE(harness.warnings().empty());
}

std::string text_file(const Picture& picture) {
  std::string path = testing::TempDir() + "fftcorrelate_template.txt";
  std::ofstream file(path);
  const Plane& plane = picture.planes[0];
  for (int y = 0; y < plane.rows; ++y, file << '\n')
    for (int x = 0; x < plane.columns; ++x) file << plane.at(y, x, 0) << ' ';
  return path;
}

TEST(TemplateLocation, MayBeNumbers) {
  const Picture first = random_picture(kGrey, kSize, 1);
  CorrelateHarness harness(kGrey, kSize, {{"template-location", text_file(cut(first, kPart))}});
  const std::vector<Place> places = harness.places_in(first);
  expect_at(places, kPart.x, kPart.y);
  EXPECT_NEAR(places.at(0).score, 1, 1e-3);
  // The file is read again when it is set again.
  const std::string path = text_file(cut(first, {40, 30, 20, 10}));
  expect_at(harness.places_in(first), kPart.x, kPart.y);
  harness.set("template-location", path);
  expect_at(harness.places_in(first), 40, 30);
}

// Through GStreamer's own encoder.
std::string png_file(const Picture& picture) {
  std::string path = testing::TempDir() + "fftcorrelate_template.png";
  GstHarness* const encoder = gst_harness_new("pngenc");
  gst_harness_set_src_caps(
      encoder,
      caps_of(info_of(picture.format, {picture.planes[0].columns, picture.planes[0].rows})));
  GstBuffer* const encoded = gst_harness_push_and_pull(encoder, buffer_of(picture));
  GstMapInfo map;
  gst_buffer_map(encoded, &map, GST_MAP_READ);
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(map.data), static_cast<std::streamsize>(map.size));
  gst_buffer_unmap(encoded, &map);
  gst_buffer_unref(encoded);
  gst_harness_teardown(encoder);
  return path;
}

TEST(TemplateLocation, MayBeAPicture) {
#ifndef FFTCORE_PNG
  GTEST_SKIP() << "built without libpng";
#endif
  const Owned<GstElement> encoder(gst_element_factory_make("pngenc", nullptr));
  if (encoder == nullptr) GTEST_SKIP() << "no pngenc here (Debian: gstreamer1.0-plugins-good)";
  gst_object_ref_sink(encoder.get());
  for (const GstVideoFormat of_file : {GST_VIDEO_FORMAT_RGB, GST_VIDEO_FORMAT_GRAY8}) {
    for (const GstVideoFormat format : {GST_VIDEO_FORMAT_GRAY8, GST_VIDEO_FORMAT_RGBA,
                                        GST_VIDEO_FORMAT_NV12, GST_VIDEO_FORMAT_GRAY16_LE}) {
      SCOPED_TRACE(gst_video_format_to_string(format));
      const Picture grey = random_picture(kGrey, {16, 12}, 2);
      Picture picture = random_picture(of_file, {16, 12}, 2);
      Picture video = random_picture(format, kSize, 1);
      for (int pixel = 0; pixel < 16 * 12; ++pixel) {
        const int level = grey.planes[0].samples[static_cast<std::size_t>(pixel)];
        for (int c = 0; c < picture.planes[0].channels; ++c)
          picture.planes[0]
              .samples[static_cast<std::size_t>(pixel * picture.planes[0].channels + c)] = level;
        for (int c = 0; c < video.planes[0].channels; ++c) {
          const int at = (30 + pixel / 16) * kSize.width + 40 + pixel % 16;
          video.planes[0].samples[static_cast<std::size_t>(at * video.planes[0].channels + c)] =
              level * (video.white / 255);
        }
      }
      CorrelateHarness harness(format, kSize, {{"template-location", png_file(picture)}});
      const std::vector<Place> places = harness.places_in(video);
      expect_at(places, 40, 30);
      EXPECT_NEAR(places.at(0).score, 1, 2e-3);
    }
  }
}

}  // namespace
}  // namespace fftcore::test::correlate_templates_test
