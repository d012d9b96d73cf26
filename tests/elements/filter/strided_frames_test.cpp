// SPDX-License-Identifier: LGPL-2.1-or-later
// Frames of every format from and to memory of any strides, on the backend that
// FFTCORE_TEST_BACKEND names: by the definition, and nothing else is written.
#include <gtest/gtest.h>

#include <cstdlib>

#include "fftfilter/frame_filter.h"
#include "filter_harness.h"

namespace fftcore::test::strided_frames_test {
namespace {

const char* backend() {
  const char* const name = std::getenv("FFTCORE_TEST_BACKEND");
  return name != nullptr ? name : "cpu";
}

// On a processor that stands in for a GPU each compile takes seconds: one format for each way that
// samples lie.
std::vector<GstVideoFormat> formats() {
  if (backend() == std::string("cpu")) return all_formats();
  std::vector<GstVideoFormat> found;
  for (const char* name :
       {"UYVY", "AYUV", "GBRA", "RGBA64_LE", "P010_10LE", "v210", "RGB10A2_LE", "BGR10A2_LE"})
    found.push_back(gst_video_format_from_string(name));
  return found;
}

std::string bytes_of(GstBuffer* buffer) {
  std::string bytes(gst_buffer_get_size(buffer), '\0');
  gst_buffer_extract(buffer, 0, bytes.data(), bytes.size());
  return bytes;
}

class StridedFrames : public testing::TestWithParam<GstVideoFormat> {};

TEST_P(StridedFrames, AreFilteredWithoutTouchingWhatLiesBetween) {
  DirectFilter filter;
  filter.taps = {{0.5, -0.25, 0.125}, {0.25, 0.5, -0.5}, {0.0, 0.375, 0.25}};
  filter.gain = 0.75;
  filter.offset = 40;
  TapsMatrix matrix{1, {{{3, 3}, {}}}};
  for (const auto& row : filter.taps)
    matrix.taps[0].values.insert(matrix.taps[0].values.end(), row.begin(), row.end());
  const auto taps = std::make_shared<const gst::PlaneTaps>(std::move(matrix));
  const auto engine = gst::system_engine(select_backend(backend()), {});
  const Size size = {33, 21};  // odd
  const Picture picture = random_picture(GetParam(), size);
  const GstVideoInfo info = info_of(GetParam(), size);
  for (const bool all_planes : {false, true}) {
    filter.all_planes = all_planes;
    gst::Settings settings;
    settings.planes = all_planes ? gst::PlaneSelection::all : gst::PlaneSelection::luma;
    gst::FrameFilter frames(engine, gst::plan_frame(info, settings, *taps));
    frames.set_taps(taps);
    frames.set_gain(filter.gain, filter.offset);
    const Owned<GstBuffer> input(strided_buffer_of(picture, 6));
    const Owned<GstBuffer> output(strided_buffer_of(random_picture(GetParam(), size, 2), 10));
    gst::run_frame(*engine, info, input.get(), output.get(),
                   [&](const gst::MappedFrame& source, gst::MappedFrame& target) {
                     frames.run(source, target);
                   });
    const Picture result = read(GetParam(), size, output.get());
    EXPECT_LE(largest_difference(result, apply(filter, picture)), picture.white > 255 ? 2 : 1)
        << (all_planes ? "all" : "luma");
    const Owned<GstBuffer> as_it_was(strided_buffer_of(result, 10));
    EXPECT_EQ(bytes_of(output.get()), bytes_of(as_it_was.get())) << "padding and gaps";
  }
}

std::string format_name(const testing::TestParamInfo<GstVideoFormat>& info) {
  return gst_video_format_to_string(info.param);
}

INSTANTIATE_TEST_SUITE_P(, StridedFrames, testing::ValuesIn(formats()), format_name);

}  // namespace
}  // namespace fftcore::test::strided_frames_test
