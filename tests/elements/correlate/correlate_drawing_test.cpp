// SPDX-License-Identifier: LGPL-2.1-or-later
// What fftcorrelate draws into frames.
#include <gtest/gtest.h>

#include <algorithm>

#include "correlate_harness.h"

namespace fftcore::test::correlate_drawing_test {
namespace {

constexpr Size kSize = {96, 64};
constexpr Part kPart = {20, 10, 16, 12};
constexpr GstVideoFormat kGrey = GST_VIDEO_FORMAT_GRAY8;

TEST(Overlay, DrawsABoxAndLeavesOthersFramesAlone) {
  for (const GstVideoFormat format : some_formats()) {
    SCOPED_TRACE(gst_video_format_to_string(format));
    CorrelateHarness harness(format, kSize,
                             {{"template-rect", text_of(kPart)}, {"output", "overlay"}});
    const Picture first = random_picture(format, kSize, 1);
    GstBuffer* const input = buffer_of(first);
    const Owned<GstBuffer> output = harness.push(gst_buffer_ref(input));
    EXPECT_NE(harness.push(gst_buffer_copy(input)), nullptr) << "another buffer, the same pixels";
    EXPECT_EQ(largest_difference(read(format, kSize, input), first), 0)
        << "who holds it too sees it as it was";
    const Picture drawn = read(format, kSize, output.get());
    const Plane& before = first.planes[0];
    const Plane& after = drawn.planes[0];
    for (int y = 0; y < kSize.height; ++y) {
      for (int x = 0; x < kSize.width; ++x) {
        const int in_x = std::min(x - kPart.x, kPart.x + kPart.width - 1 - x);
        const int in_y = std::min(y - kPart.y, kPart.y + kPart.height - 1 - y);
        const bool is_line = std::min(in_x, in_y) >= 0 && std::min(in_x, in_y) < 2;
        for (int c = 0; c < before.channels && !is_line; ++c)
          ASSERT_EQ(after.at(y, x, c), before.at(y, x, c)) << x << " " << y;
        const int colour = drawn.untouched_channel == 0 ? 1 : 0;
        if (is_line) {
          ASSERT_EQ(after.at(y, x, colour), after.at(kPart.y, kPart.x, colour)) << x << " " << y;
        }
      }
    }
    gst_buffer_unref(input);
  }
}

TEST(Surface, IsBrightestWhereTheTemplateIs) {
  for (const char* method : {"ccoeff-normed", "ccorr"}) {
    for (const GstVideoFormat format : some_formats()) {
      SCOPED_TRACE(testing::Message() << method << " " << gst_video_format_to_string(format));
      CorrelateHarness harness(
          format, kSize,
          {{"template-rect", text_of(kPart)}, {"output", "surface"}, {"method", method}});
      const Picture drawn = harness.push(random_picture(format, kSize, 1));
      const Plane& plane = drawn.planes[0];
      const int colour = drawn.untouched_channel == 0 ? 1 : 0;
      const int x = kPart.x + kPart.width / 2;
      const int y = kPart.y + kPart.height / 2;
      int brightest = 0;
      for (int row = 0; row < kSize.height; ++row)
        for (int column = 0; column < kSize.width; ++column)
          brightest = std::max(brightest, plane.at(row, column, colour));
      if (std::string(method) != "ccorr") {
        EXPECT_EQ(plane.at(y, x, colour), brightest);
      }
      const bool is_narrow = drawn.planes.size() > 1;  // Y'CbCr
      EXPECT_NEAR(brightest, is_narrow ? 235 * drawn.level : drawn.white, drawn.white / 200.0);
      EXPECT_EQ(plane.at(0, 0, colour), is_narrow ? 16 * drawn.level : 0)
          << "no template has its middle there";
    }
  }
}

TEST(Surface, OfPhaseShowsTheMotionFromTheMiddle) {
  CorrelateHarness harness(kGrey, kSize,
                           {{"method", "phase"}, {"output", "surface"}, {"threshold", "0.1"}});
  const Picture large = random_picture(kGrey, {160, 128}, 3);
  const auto window = [&](int x, int y) {
    Picture picture = random_picture(kGrey, kSize);
    plant(picture, large, {x, y, kSize.width, kSize.height}, 0, 0);
    return picture;
  };
  const Picture first = window(30, 30);
  EXPECT_EQ(largest_difference(harness.push(first), first), 0) << "nothing to show yet";
  const Picture drawn = harness.push(window(23, 34));
  int best_x = 0;
  int best_y = 0;
  for (int y = 0; y < kSize.height; ++y) {
    for (int x = 0; x < kSize.width; ++x) {
      if (drawn.planes[0].at(y, x, 0) <= drawn.planes[0].at(best_y, best_x, 0)) continue;
      best_x = x;
      best_y = y;
    }
  }
  EXPECT_EQ(best_x, kSize.width / 2 + 7);
  EXPECT_EQ(best_y, kSize.height / 2 - 4);
}

}  // namespace
}  // namespace fftcore::test::correlate_drawing_test
