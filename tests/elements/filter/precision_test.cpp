// SPDX-License-Identifier: LGPL-2.1-or-later
// The property `precision`, on the processor, which computes in full precision whatever is asked.
#include <gtest/gtest.h>

#include "filter_harness.h"

namespace fftcore::test::precision_test {
namespace {

constexpr Size kSize = {61, 47};

FilterHarness::Properties blur_with(const char* precision) {
  return {{"backend", "cpu"},
          {"kernel", "<<1,2,1>,<2,4,2>,<1,2,1>>"},
          {"normalize", "true"},
          {"planes", "all"},
          {"precision", precision}};
}

/// Of each: caps that are refused are tried again with the next buffer.
void expect_words(const std::vector<Report>& reports) {
  ASSERT_FALSE(reports.empty());
  for (const Report& report : reports)
    for (const char* word : {"precision", "fast", "GRAY16_LE", "full", "8 bits"})
      EXPECT_NE(report.text.find(word), std::string::npos) << report.text;
}

TEST(Precision, FastGivesTheSamePictureOnTheProcessor) {
  for (const GstVideoFormat format :
       {GST_VIDEO_FORMAT_GRAY8, GST_VIDEO_FORMAT_NV12, GST_VIDEO_FORMAT_RGBA}) {
    const Picture input = random_picture(format, kSize);
    FilterHarness full(format, kSize, blur_with("full")), fast(format, kSize, blur_with("fast"));
    const Picture expected = full.push(input);
    EXPECT_GT(largest_difference(expected, input), 20);
    EXPECT_EQ(largest_difference(fast.push(input), expected), 0);
  }
}

TEST(Precision, MayChangeWhilePlaying) {
  const Picture input = random_picture(GST_VIDEO_FORMAT_GRAY8, kSize);
  FilterHarness harness(GST_VIDEO_FORMAT_GRAY8, kSize, blur_with("full"));
  const Picture expected = harness.push(input);
  for (const char* precision : {"fast", "full", "fast"}) {
    harness.set("precision", precision);
    for (int i = 0; i < 20; ++i) EXPECT_EQ(largest_difference(harness.push(input), expected), 0);
  }
  EXPECT_TRUE(harness.warnings().empty());
}

TEST(Precision, FastIsAnErrorForVideoOf16Bits) {
  FilterHarness harness(GST_VIDEO_FORMAT_GRAY16_LE, kSize, blur_with("fast"));
  EXPECT_EQ(harness.push(buffer_of(random_picture(GST_VIDEO_FORMAT_GRAY16_LE, kSize))), nullptr);
  expect_words(harness.errors());
}

TEST(Precision, FastIsAWarningForVideoOf16BitsThatPlays) {
  const Picture input = random_picture(GST_VIDEO_FORMAT_GRAY16_LE, kSize);
  FilterHarness harness(GST_VIDEO_FORMAT_GRAY16_LE, kSize, blur_with("full"));
  const Picture expected = harness.push(input);
  harness.set("precision", "fast");
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(largest_difference(harness.push(input), expected), 0) << "the last good set serves";
  expect_words(harness.warnings());
}

}  // namespace
}  // namespace fftcore::test::precision_test
