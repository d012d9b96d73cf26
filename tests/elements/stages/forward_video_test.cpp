// SPDX-License-Identifier: LGPL-2.1-or-later
// fftforward on video: what the spectra are, of what frames, with what around them.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "fftcore/backend.h"
#include "forward_harness.h"
#include "spectra/spectrum_meta.h"

namespace fftcore::test::forward_video_test {
namespace {

constexpr Size kSize = {14, 9};
constexpr double kF32 = 1e-6;  // of the norm, for so few points
constexpr double kF16 = 1e-3;

// Where the colours that are transformed lie in a pixel of `format`, in order.
std::vector<int> transformed_channels(const Picture& picture) {
  std::vector<int> channels;
  for (int c = 0; c < picture.planes[0].channels; ++c)
    if (c != picture.untouched_channel) channels.push_back(c);
  return channels;
}

// Sample (row, column) of the field, the frame's first one being at (y, x), by reflection where a
// border is asked for.
double field_sample(const Picture& picture, const gst::SpectrumInfo& info, std::int64_t channel,
                    std::int64_t row, std::int64_t column) {
  const Plane& plane = picture.planes[0];
  const auto reflect = [](std::int64_t i, std::int64_t count) {
    return i < 0 ? -i : i >= count ? 2 * (count - 1) - i : i;
  };
  row -= info.border.top;
  column -= info.border.left;
  if (row >= plane.rows + info.border.bottom || column >= plane.columns + info.border.right)
    return 0;
  const int at = transformed_channels(picture)[static_cast<std::size_t>(channel)];
  return plane.at(static_cast<int>(reflect(row, plane.rows)),
                  static_cast<int>(reflect(column, plane.columns)), at);
}

void expect_spectrum_of(const Picture& picture, const Spectrum& spectrum, double tolerance) {
  const gst::SpectrumInfo& info = spectrum.info;
  const Spectrum expected =
      direct_spectrum(info, [&](std::int64_t c, std::int64_t y, std::int64_t x) {
        return field_sample(picture, info, c, y, x);
      });
  EXPECT_LT(distance(spectrum, expected), tolerance) << to_string(info.layout);
}

class EachVideoFormat : public testing::TestWithParam<GstVideoFormat> {};

TEST_P(EachVideoFormat, IsTransformedByTheDefinition) {
  const Picture picture = random_picture(GetParam(), kSize);
  for (const char* transformed : {"rows", "rows-and-columns"}) {
    ForwardHarness harness({}, std::string("transformed=") + transformed);
    harness.set_video(GetParam(), kSize);
    const Owned<GstBuffer> output = harness.push(buffer_of(picture));
    ASSERT_NE(output, nullptr);
    const Spectrum spectrum = harness.read(output.get());
    EXPECT_EQ(spectrum.info.layout.channels,
              static_cast<std::int64_t>(transformed_channels(picture).size()));
    EXPECT_EQ(spectrum.info.video_format, gst_video_format_to_string(GetParam()));
    EXPECT_EQ(to_string(spectrum.info.layout.transformed), transformed);
    expect_spectrum_of(picture, spectrum, kF32);
  }
}

std::string format_name(const testing::TestParamInfo<GstVideoFormat>& info) {
  return gst_video_format_to_string(info.param);
}
INSTANTIATE_TEST_SUITE_P(, EachVideoFormat, testing::ValuesIn(all_formats()), format_name);

TEST(ForwardVideo, PrefersTransformsAlongRowsAndNoBorder) {
  ForwardHarness harness({}, "");
  harness.set_video(GST_VIDEO_FORMAT_GRAY8, kSize);
  const Owned<GstBuffer> output =
      harness.push(buffer_of(random_picture(GST_VIDEO_FORMAT_GRAY8, kSize)));
  ASSERT_NE(output, nullptr);
  const gst::SpectrumInfo info = harness.info();
  EXPECT_EQ(info.layout.transformed, Transformed::rows);
  EXPECT_EQ(info.layout.type, SampleType::f32);
  EXPECT_FALSE(info.layout.normalized);
  EXPECT_EQ(info.layout.stored_rows, kSize.height);
  EXPECT_EQ(info.border, Border{});
  EXPECT_EQ(info.width, kSize.width);
  EXPECT_EQ(info.height, kSize.height);
  EXPECT_EQ(info.framerate_numerator, 25);
  EXPECT_GE(info.layout.points.columns, kSize.width);
  EXPECT_GE(info.layout.points.rows, kSize.height);
}

TEST(ForwardVideo, TakesFramesOfAnyStride) {
  const Picture picture = random_picture(GST_VIDEO_FORMAT_BGRA, kSize);
  ForwardHarness harness({}, "");
  harness.set_video(GST_VIDEO_FORMAT_BGRA, kSize);
  const Owned<GstBuffer> output = harness.push(strided_buffer_of(picture, 20));
  ASSERT_NE(output, nullptr);
  expect_spectrum_of(picture, harness.read(output.get()), kF32);
}

TEST(ForwardVideo, OfHalfPrecisionIsNormalized) {
  const Picture picture = random_picture(GST_VIDEO_FORMAT_NV12, kSize);
  ForwardHarness harness({{"precision", "fast"}}, "transformed=rows-and-columns");
  harness.set_video(GST_VIDEO_FORMAT_NV12, kSize);
  const Owned<GstBuffer> output = harness.push(buffer_of(picture));
  ASSERT_NE(output, nullptr);
  const Spectrum spectrum = harness.read(output.get());
  EXPECT_EQ(spectrum.info.layout.type, SampleType::f16);
  EXPECT_TRUE(spectrum.info.layout.normalized);
  expect_spectrum_of(picture, spectrum, kF16);
}

TEST(ForwardVideo, HasTheLeastBorderThatIsAskedFor) {
  const Picture picture = random_picture(GST_VIDEO_FORMAT_GRAY8, kSize);
  for (const char* transformed : {"rows", "rows-and-columns"}) {
    ForwardHarness harness({}, std::string("border-left=[3,100],border-right=[2,100],border-top=[4,"
                                           "100],border-bottom=1,transformed=") +
                                   transformed);
    harness.set_video(GST_VIDEO_FORMAT_GRAY8, kSize);
    const Owned<GstBuffer> output = harness.push(buffer_of(picture));
    ASSERT_NE(output, nullptr);
    const Spectrum spectrum = harness.read(output.get());
    EXPECT_EQ(spectrum.info.border, (Border{3, 2, 4, 1}));
    EXPECT_EQ(spectrum.info.x, 3);
    EXPECT_EQ(spectrum.info.y, 4);
    expect_spectrum_of(picture, spectrum, kF32);
  }
}

TEST(ForwardVideo, IsWhatTheBackendGives) {
  constexpr Size kLarger = {203, 101};
  const Picture picture = random_picture(GST_VIDEO_FORMAT_GRAY8, kLarger);
  ForwardHarness harness({{"edge-mode", "wrap"}, {"backend", "cpu"}},
                         "border-left=[7,100],border-bottom=[5,100]");
  harness.set_video(GST_VIDEO_FORMAT_GRAY8, kLarger);
  const Owned<GstBuffer> output = harness.push(buffer_of(picture));
  ASSERT_NE(output, nullptr);
  const gst::SpectrumInfo info = harness.info();

  ForwardStage stage;
  stage.image = Layout::interleaved(SampleType::u8, {kLarger.height, kLarger.width});
  stage.edge = EdgeMode::wrap;
  stage.border = {7, 0, 0, 5};
  stage.spectrum = info.layout;
  Backend& backend = select_backend("cpu");
  const std::unique_ptr<Queue> queue = backend.create_queue({});
  const std::unique_ptr<StageExecutable> executable = backend.compile(stage, *queue);
  const std::vector<std::uint8_t> samples(picture.planes[0].samples.begin(),
                                          picture.planes[0].samples.end());
  const Owned<GstBuffer> expected(
      gst_buffer_new_allocate(nullptr, size_bytes(info.layout), nullptr));
  GstMapInfo map;
  ASSERT_TRUE(gst_buffer_map(expected.get(), &map, GST_MAP_WRITE));
  executable->run(*queue, {samples.data(), 0, samples.size()}, {map.data, 0, map.size});
  queue->wait();
  gst_buffer_unmap(expected.get(), &map);
  EXPECT_EQ(harness.read(output.get()).bins, harness.read(expected.get()).bins);
  EXPECT_EQ(info.layout.points,
            backend.spectrum_points({kLarger.height + 5, kLarger.width + 7}, *queue));
}

TEST(ForwardVideo, WindowFadesTheEdgesOut) {
  const Picture picture = random_picture(GST_VIDEO_FORMAT_GRAY8, kSize);
  ForwardHarness harness({{"window", "hann"}}, "transformed=rows-and-columns");
  harness.set_video(GST_VIDEO_FORMAT_GRAY8, kSize);
  const Owned<GstBuffer> output = harness.push(buffer_of(picture));
  ASSERT_NE(output, nullptr);
  const Spectrum spectrum = harness.read(output.get());
  const auto weight = [](std::int64_t n, int count) {
    const double sine = std::sin(std::numbers::pi * (static_cast<double>(n) + 0.5) / count);
    return n < count ? sine * sine : 0.0;
  };
  const Spectrum expected =
      direct_spectrum(spectrum.info, [&](std::int64_t c, std::int64_t y, std::int64_t x) {
        return weight(y, kSize.height) * weight(x, kSize.width) *
               field_sample(picture, spectrum.info, c, y, x);
      });
  EXPECT_LT(distance(spectrum, expected), kF32);
}

TEST(ForwardVideo, PadsAsIsAsked) {
  const Picture picture = random_picture(GST_VIDEO_FORMAT_GRAY8, kSize);
  const auto expect_points = [&](const FilterHarness::Properties& properties,
                                 const std::string& wanted, Extent points) {
    ForwardHarness harness(properties, "transformed=rows-and-columns" + wanted);
    harness.set_video(GST_VIDEO_FORMAT_GRAY8, kSize);
    const Owned<GstBuffer> output = harness.push(buffer_of(picture));
    ASSERT_NE(output, nullptr) << wanted;
    const Spectrum spectrum = harness.read(output.get());
    EXPECT_EQ(spectrum.info.layout.points, points);
    expect_spectrum_of(picture, spectrum, kF32);
  };
  expect_points({{"pad-width", "30"}, {"pad-height", "21"}}, "", {21, 30});
  expect_points({}, ",rows=33,columns=18", {33, 18});
  expect_points({{"pad-width", "14"}}, ",rows=9", {9, 14});
  expect_points({}, ",rows={8,27},columns={12,22}", {27, 22});
  expect_points({},
                ",rows=16,columns=12; "
                "application/x-fft-spectrum,transformed=rows-and-columns,rows=16,columns=32",
                {16, 32});
}

TEST(ForwardVideo, CarriesTheFrameAndItsTimes) {
  ForwardHarness harness({}, "");
  harness.set_video(GST_VIDEO_FORMAT_NV12, kSize);
  GstBuffer* const input = buffer_of(random_picture(GST_VIDEO_FORMAT_NV12, kSize), 7);
  gst_buffer_add_video_region_of_interest_meta(input, "face", 1, 2, 3, 4);
  const Owned<GstBuffer> output = harness.push(gst_buffer_ref(input));
  ASSERT_NE(output, nullptr);
  const auto frame = gst::source_frame(output.get());
  ASSERT_TRUE(frame.has_value());
  EXPECT_EQ(frame->buffer, input);
  EXPECT_EQ(GST_VIDEO_INFO_FORMAT(&frame->info), GST_VIDEO_FORMAT_NV12);
  EXPECT_EQ(GST_BUFFER_PTS(output.get()), GST_BUFFER_PTS(input));
  EXPECT_EQ(GST_BUFFER_DURATION(output.get()), GST_BUFFER_DURATION(input));
  EXPECT_NE(gst_buffer_get_video_region_of_interest_meta_id(output.get(), 0), nullptr)
      << "of the picture, which comes back";
  EXPECT_EQ(gst_buffer_get_video_meta(output.get()), nullptr) << "of the frame's memory";
  gst_buffer_unref(input);
}

}  // namespace
}  // namespace fftcore::test::forward_video_test
