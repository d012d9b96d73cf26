// SPDX-License-Identifier: LGPL-2.1-or-later
// Frames of several pictures. Fields are worked on each by itself, as video of fields alone would
// be; what would mix fields or views is refused.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "denoise_harness.h"

namespace fftcore::test::fields_test {
namespace {

constexpr Size kField = {34, 24}, kFrame = {34, 48};
constexpr GstVideoInterlaceMode kInterleaved = GST_VIDEO_INTERLACE_MODE_INTERLEAVED,
                                kMixed = GST_VIDEO_INTERLACE_MODE_MIXED;

/// The rows of both fields by turns.
Picture woven(const Picture& top, const Picture& bottom) {
  Picture frame = top;
  for (std::size_t p = 0; p < frame.planes.size(); ++p) {
    Plane& plane = frame.planes[p];
    const auto row = static_cast<std::ptrdiff_t>(plane.columns * plane.channels);
    plane.samples.clear();
    plane.rows += bottom.planes[p].rows;
    for (int y = 0; y < plane.rows; ++y) {
      const auto& from = (y % 2 == 0 ? top : bottom).planes[p].samples;
      std::copy_n(from.begin() + y / 2 * row, row, std::back_inserter(plane.samples));
    }
  }
  return frame;
}

void set_mode(GstHarness* harness, GstVideoFormat format, Size size, GstVideoInterlaceMode mode) {
  GstVideoInfo info = info_of(format, size);
  GST_VIDEO_INFO_INTERLACE_MODE(&info) = mode;
  gst_harness_set_src_caps(harness, caps_of(info));
}

GstBuffer* flagged(const Picture& picture, int index = 0) {
  GstBuffer* const buffer = buffer_of(picture, index);
  GST_BUFFER_FLAG_SET(buffer, GST_VIDEO_BUFFER_FLAG_INTERLACED | GST_VIDEO_BUFFER_FLAG_TFF);
  return buffer;
}

class FilteredFields : public testing::TestWithParam<GstVideoFormat> {};

TEST_P(FilteredFields, AreEachFilteredAlone) {
  const GstVideoFormat format = GetParam();
  const Picture top = random_picture(format, kField, 1), bottom = random_picture(format, kField, 2);
  for (const char* planes : {"luma", "all"}) {
    const FilterHarness::Properties properties = {
        {"backend", "cpu"}, {"filter", "lowpass"}, {"cutoff", "0.2"}, {"planes", planes}};
    FilterHarness fields(format, kField, properties);
    const Picture expected = woven(fields.push(top), fields.push(bottom));
    FilterHarness frames(format, kFrame, properties);
    set_mode(frames.get(), format, kFrame, kInterleaved);
    EXPECT_EQ(largest_difference(frames.push(woven(top, bottom)), expected), 0) << planes;
  }
}
INSTANTIATE_TEST_SUITE_P(, FilteredFields, testing::ValuesIn(all_formats()), [](const auto& one) {
  return std::string(gst_video_format_to_string(one.param));
});

// In mixed video the flags of each frame say what it is.
TEST(MixedFrames, AreFilteredByTheirFlags) {
  constexpr GstVideoFormat kFormat = GST_VIDEO_FORMAT_I420;
  const Picture top = random_picture(kFormat, kField, 1),
                bottom = random_picture(kFormat, kField, 2), frame = woven(top, bottom);
  const FilterHarness::Properties properties = {{"filter", "lowpass"}, {"planes", "all"}};
  FilterHarness progressive(kFormat, kFrame, properties), fields(kFormat, kField, properties),
      mixed(kFormat, kFrame, properties);
  set_mode(mixed.get(), kFormat, kFrame, kMixed);
  const Picture by_fields = woven(fields.push(top), fields.push(bottom));
  EXPECT_EQ(largest_difference(mixed.push(frame), progressive.push(frame)), 0);
  const Owned<GstBuffer> output(mixed.push(flagged(frame, 1)));
  ASSERT_NE(output, nullptr);
  EXPECT_EQ(largest_difference(read(kFormat, kFrame, output.get()), by_fields), 0);
  EXPECT_TRUE(GST_BUFFER_FLAG_IS_SET(output.get(), GST_VIDEO_BUFFER_FLAG_TFF));
}

// 11 and 10 rows, 1 and none.
TEST(OddFrames, HaveFieldsThatDifferByARow) {
  constexpr GstVideoFormat kGrey = GST_VIDEO_FORMAT_GRAY8;
  for (const int rows : {21, 1}) {
    const FilterHarness::Properties properties = {{"filter", "lowpass"}};
    const Size top_size = {20, (rows + 1) / 2}, bottom_size = {20, rows / 2};
    const Picture top = random_picture(kGrey, top_size, 1);
    FilterHarness tops(kGrey, top_size, properties);
    Picture bottom, filtered_bottom;
    bottom.planes.resize(1);
    filtered_bottom.planes.resize(1);
    if (rows > 1) {
      bottom = random_picture(kGrey, bottom_size, 2);
      FilterHarness bottoms(kGrey, bottom_size, properties);
      filtered_bottom = bottoms.push(bottom);
    }
    FilterHarness frames(kGrey, {20, rows}, properties);
    set_mode(frames.get(), kGrey, {20, rows}, kInterleaved);
    EXPECT_EQ(
        largest_difference(frames.push(woven(top, bottom)), woven(tops.push(top), filtered_bottom)),
        0);
  }
}

std::vector<Denoised> denoised(Size size, const std::vector<Picture>& pictures,
                               GstVideoInterlaceMode mode) {
  DenoiseHarness harness(pictures.front().format, size,
                         {{"sigma", "60"}, {"before", "1"}, {"after", "1"}, {"planes", "all"}});
  set_mode(harness.get(), pictures.front().format, size, mode);
  for (int i = 0; i < static_cast<int>(pictures.size()); ++i)
    harness.give(pictures[static_cast<std::size_t>(i)], i);
  harness.event(gst_event_new_eos());
  EXPECT_TRUE(harness.errors().empty());
  return harness.take();
}

TEST(DenoisedFields, AreDenoisedWithThoseOfTheirKind) {
  for (const GstVideoFormat format : some_formats()) {
    SCOPED_TRACE(gst_video_format_to_string(format));
    std::vector<Picture> tops, bottoms, frames;
    for (unsigned i = 0; i < 3; ++i) {
      tops.push_back(random_picture(format, kField, 2 * i));
      bottoms.push_back(random_picture(format, kField, 2 * i + 1));
      frames.push_back(woven(tops.back(), bottoms.back()));
    }
    const auto top = denoised(kField, tops, GST_VIDEO_INTERLACE_MODE_PROGRESSIVE),
               bottom = denoised(kField, bottoms, GST_VIDEO_INTERLACE_MODE_PROGRESSIVE),
               got = denoised(kFrame, frames, kInterleaved);
    ASSERT_EQ(got.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_EQ(largest_difference(got[i].picture, woven(top[i].picture, bottom[i].picture)), 0)
          << "frame " << i;
  }
}

TEST(MixedFrames, AreDenoisedWithThoseOfTheirKind) {
  constexpr GstVideoFormat kFormat = GST_VIDEO_FORMAT_I420;
  const auto frame = [](unsigned seed) { return random_picture(kFormat, kFrame, seed); };
  const auto expected =
      denoised(kFrame, {frame(2), frame(2), frame(2)}, GST_VIDEO_INTERLACE_MODE_PROGRESSIVE);
  DenoiseHarness mixed(kFormat, kFrame,
                       {{"sigma", "60"}, {"before", "1"}, {"after", "1"}, {"planes", "all"}});
  set_mode(mixed.get(), kFormat, kFrame, kMixed);
  EXPECT_EQ(gst_harness_push(mixed.get(), flagged(frame(1), 0)), GST_FLOW_OK);
  mixed.give(frame(2), 1);
  EXPECT_EQ(gst_harness_push(mixed.get(), flagged(frame(3), 2)), GST_FLOW_OK);
  mixed.event(gst_event_new_eos());
  const auto got = mixed.take();
  ASSERT_EQ(got.size(), 3U);
  EXPECT_EQ(largest_difference(got[1].picture, expected[1].picture), 0);
}

// What each element does with frames of several pictures: takes them, or says why not.
TEST(SeveralPictures, AreTakenOrRefusedWithWords) {
  struct Case {
    const char* element;
    FilterHarness::Properties properties;
    const char* taken;
  };
  const Case cases[] = {
      {"fftfilter", {}, "interleaved mixed fields frame-by-frame side-by-side row-interleaved"},
      {"fftfilter", {{"filter", "lowpass"}}, "interleaved mixed frame-by-frame"},
      {"fftdenoise", {}, "interleaved mixed"},
      {"fftstabilize", {}, ""},
      {"fftcorrelate", {{"method", "phase"}}, ""},
      {"fftcorrelate",
       {{"template-rect", "<4,4,8,8>"}},
       "interleaved mixed fields frame-by-frame side-by-side row-interleaved"},
      {"fftforward", {}, "frame-by-frame"},
  };
  for (const Case& each : cases) {
    for (const char* mode : {"interlace-mode=interleaved", "interlace-mode=mixed",
                             "interlace-mode=fields", "multiview-mode=frame-by-frame",
                             "multiview-mode=side-by-side", "multiview-mode=row-interleaved"}) {
      SCOPED_TRACE(fmt::format("{} {}", each.element, mode));
      FilterHarness harness(GST_VIDEO_FORMAT_I420, kFrame, each.properties, each.element);
      const std::string caps =
          fmt::format("video/x-raw,format=I420,width={},height={},framerate=25/1,{}{}",
                      kFrame.width, kFrame.height, mode,
                      std::string(mode).starts_with("multiview")
                          ? ",views=2,multiview-flags=(GstVideoMultiviewFlagsSet)0:ffffffff"
                          : "");
      gst_harness_set_src_caps_str(harness.get(), caps.c_str());
      const GstFlowReturn flow =
          gst_harness_push(harness.get(), buffer_of(random_picture(GST_VIDEO_FORMAT_I420, kFrame)));
      const std::vector<Report> errors = harness.errors();
      const std::string value = std::string(mode).substr(std::string(mode).find('=') + 1);
      if (fmt::format(" {} ", each.taken).find(fmt::format(" {} ", value)) != std::string::npos) {
        EXPECT_EQ(flow, GST_FLOW_OK);
        EXPECT_TRUE(errors.empty());
      } else {
        EXPECT_NE(flow, GST_FLOW_OK);
        ASSERT_EQ(errors.size(), 1U);
        EXPECT_NE(errors[0].text.find(mode), std::string::npos) << errors[0].text;
        EXPECT_NE(errors[0].text.find("before this element"), std::string::npos);
      }
    }
  }
}

// A field in each buffer.
TEST(SeveralPictures, InBuffersOfTheirOwnAreRefusedWithWords) {
  for (const char* element :
       {"fftfilter", "fftcorrelate", "fftstabilize", "fftdenoise", "fftforward"}) {
    SCOPED_TRACE(element);
    FilterHarness harness(GST_VIDEO_FORMAT_I420, kFrame, {}, element);
    gst_harness_set_src_caps_str(harness.get(),
                                 "video/x-raw(format:Interlaced),format=I420,width=34,height=48,"
                                 "framerate=25/1,interlace-mode=alternate");
    const std::vector<Report> warnings = harness.warnings();
    ASSERT_EQ(warnings.size(), 1U);
    EXPECT_NE(warnings[0].text.find("interlace-mode=alternate"), std::string::npos)
        << warnings[0].text;
  }
}

}  // namespace
}  // namespace fftcore::test::fields_test
