// SPDX-License-Identifier: LGPL-2.1-or-later
// Every format, size, edge mode and kind of kernel against the direct sum.
#include <gtest/gtest.h>

#include "filter_harness.h"

namespace fftcore::test::formats_test {
namespace {

// Neither symmetric nor square; the sums stay within range often enough to be worth comparing.
const std::vector<std::vector<double>> kTaps = {{0.5, -0.25, 0.125, 0.0625, 0.25},
                                                {0.25, 0.5, -0.5, 0.125, 0.0},
                                                {0.0, -0.25, 0.375, 0.25, -0.125}};
const std::vector<std::vector<double>> kEvenTaps = {{0.5, -0.25, 0.125, 0.375},
                                                    {0.25, 0.5, -0.75, 0.25}};

std::vector<std::vector<double>> large_taps() {
  std::vector<std::vector<double>> taps(19, std::vector<double>(23));
  for (int y = 0; y < 19; ++y) {
    for (int x = 0; x < 23; ++x) taps[y][x] = ((x * 7 + y * 5) % 13 - 4) / 512.0;
  }
  return taps;
}

int tolerance(const Picture& picture) {
  return picture.white > 255 ? 2 : 1;
}

void expect_as_defined(const DirectFilter& filter, GstVideoFormat format, Size size) {
  SCOPED_TRACE(testing::Message() << gst_video_format_to_string(format) << " " << size.width << "x"
                                  << size.height << " " << filter.edge_mode
                                  << (filter.correlate ? " correlate" : "")
                                  << (filter.all_planes ? " all" : " luma"));
  const Picture picture = random_picture(format, size);
  FilterHarness harness(format, size, properties_of(filter));
  const Picture output = harness.push(picture);
  EXPECT_LE(largest_difference(output, apply(filter, picture)), tolerance(picture));
}

class EachFormat : public testing::TestWithParam<GstVideoFormat> {};

TEST_P(EachFormat, IsFilteredAsDefined) {
  for (const Size size :
       {Size{1, 1}, Size{2, 1}, Size{1, 5}, Size{3, 2}, Size{17, 13}, Size{64, 48}, Size{101, 3}}) {
    for (const bool all_planes : {false, true}) {
      DirectFilter filter;
      filter.taps = kTaps;
      filter.all_planes = all_planes;
      filter.gain = 0.75;
      filter.offset = 40;
      expect_as_defined(filter, GetParam(), size);
    }
  }
}

// Alpha, padding of a pixel, and chroma, bit for bit.
TEST_P(EachFormat, KeepsWhatIsNotFiltered) {
  for (const Size size : {Size{33, 21}, Size{32, 20}}) {
    DirectFilter filter;
    filter.taps = kTaps;
    const Picture picture = random_picture(GetParam(), size);
    FilterHarness harness(GetParam(), size, properties_of(filter));
    const Picture output = harness.push(picture);
    for (std::size_t p = 0; p < picture.planes.size(); ++p) {
      const Plane& before = picture.planes[p];
      const Plane& after = output.planes[p];
      const bool is_kept = before.is_chroma || before.is_alpha;
      for (std::size_t i = 0; i < before.samples.size(); ++i) {
        const bool is_untouched =
            p == 0 && static_cast<int>(i) % before.channels == picture.untouched_channel;
        if (is_kept || is_untouched) {
          ASSERT_EQ(after.samples[i], before.samples[i]) << "plane " << p << ", sample " << i;
        }
      }
    }
  }
}

std::string format_name(const testing::TestParamInfo<GstVideoFormat>& info) {
  return gst_video_format_to_string(info.param);
}

INSTANTIATE_TEST_SUITE_P(, EachFormat, testing::ValuesIn(all_formats()), format_name);
class EachEdgeMode : public testing::TestWithParam<const char*> {};

TEST_P(EachEdgeMode, IsAsDefined) {
  for (const auto& taps : {kTaps, kEvenTaps, large_taps()}) {
    for (const bool correlate : {false, true}) {
      for (const Size size : {Size{1, 1}, Size{5, 4}, Size{40, 30}}) {
        DirectFilter filter;
        filter.taps = taps;
        filter.correlate = correlate;
        filter.edge_mode = GetParam();
        filter.all_planes = true;
        filter.offset = 30;
        expect_as_defined(filter, GST_VIDEO_FORMAT_GRAY8, size);
        expect_as_defined(filter, GST_VIDEO_FORMAT_NV12, size);
      }
    }
  }
}

std::string edge_mode_name(const testing::TestParamInfo<const char*>& info) {
  std::string name = info.param;
  std::erase(name, '-');
  return name;
}

INSTANTIATE_TEST_SUITE_P(, EachEdgeMode,
                         testing::Values("constant", "replicate", "reflect", "reflect-101", "wrap"),
                         edge_mode_name);

TEST(GainAndOffset, WorkWithoutAnyFilter) {
  DirectFilter filter;
  filter.gain = -1;
  filter.offset = 255;
  const Picture picture = random_picture(GST_VIDEO_FORMAT_GRAY16_LE, {19, 7});
  FilterHarness harness(picture.format, {19, 7}, {{"gain", "-1"}, {"offset", "255"}});
  EXPECT_LE(largest_difference(harness.push(picture), apply(filter, picture)), 1);
}

}  // namespace
}  // namespace fftcore::test::formats_test
