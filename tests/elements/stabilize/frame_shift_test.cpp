// SPDX-License-Identifier: LGPL-2.1-or-later
// Moving frames by whole pixels is exact, in every format, by any edge mode, also beyond the frame.
#include "fftstabilize/frame_shift.h"

#include <gtest/gtest.h>

#include "filter_harness.h"

namespace fftcore::test::frame_shift_test {
namespace {

using gst::stabilize::FrameShift;
using gst::stabilize::Vector;

// One tap of 1, `x` and `y` pixels away from the middle.
DirectFilter move_by(int x, int y, const std::string& edge_mode) {
  DirectFilter filter;
  filter.taps.assign(2 * std::abs(y) + 1, std::vector<double>(2 * std::abs(x) + 1));
  filter.taps[std::abs(y) + y][std::abs(x) + x] = 1;
  filter.all_planes = true;
  filter.edge_mode = edge_mode;
  return filter;
}

// Planes of half the size move by half as much.
Picture moved(const Picture& picture, int x, int y, const std::string& edge_mode) {
  Picture result = picture;
  const Plane& image = picture.planes[0];
  for (std::size_t p = 0; p < picture.planes.size(); ++p) {
    Picture one = picture;
    one.planes = {picture.planes[p]};
    one.planes[0].is_alpha = false;  // it moves too
    one.untouched_channel = -1;
    const bool is_narrow = picture.planes[p].columns < image.columns;
    const bool is_low = picture.planes[p].rows < image.rows;
    result.planes[p] =
        apply(move_by(is_narrow ? x / 2 : x, is_low ? y / 2 : y, edge_mode), one).planes[0];
  }
  return result;
}

Picture shift(const Picture& picture, Size size, FrameShift& shifter, Vector by) {
  const GstVideoInfo info = info_of(picture.format, size);
  const Owned<GstBuffer> input(strided_buffer_of(picture, 6));
  const Owned<GstBuffer> output(strided_buffer_of(picture, 10));
  {
    const gst::MappedFrame source(info, input.get(), GST_MAP_READ, MemoryKind::host);
    gst::MappedFrame target(info, output.get(), GST_MAP_WRITE, MemoryKind::host);
    shifter.set(by);
    shifter.run(source, target);
  }
  return read(picture.format, size, output.get());
}

class EachFormatsShift : public testing::TestWithParam<GstVideoFormat> {};

TEST_P(EachFormatsShift, IsExactForWholePixels) {
  const auto engine = gst::system_engine(select_backend("cpu"), {});
  for (const auto& [mode, name] :
       {std::pair(EdgeMode::replicate, "replicate"), std::pair(EdgeMode::constant, "constant"),
        std::pair(EdgeMode::reflect_101, "reflect-101"), std::pair(EdgeMode::wrap, "wrap")}) {
    for (const Size size : {Size{60, 44}, Size{2, 2}, Size{4, 30}}) {
      const Picture picture = random_picture(GetParam(), size);
      FrameShift shifter(engine, gst::stabilize::plan_shift(info_of(GetParam(), size), 8, mode));
      for (const auto& [x, y] :
           {std::pair(0, 0), std::pair(8, -8), std::pair(-4, 6), std::pair(2, 0)}) {
        EXPECT_LE(largest_difference(shift(picture, size, shifter,
                                           {static_cast<double>(x), static_cast<double>(y)}),
                                     moved(picture, x, y, name)),
                  picture.white > 255 ? 1 : 0)
            << name << " " << size.width << "x" << size.height << " by " << x << "," << y;
      }
    }
  }
}

std::string format_name(const testing::TestParamInfo<GstVideoFormat>& info) {
  return gst_video_format_to_string(info.param);
}

INSTANTIATE_TEST_SUITE_P(, EachFormatsShift, testing::ValuesIn(some_formats()), format_name);

}  // namespace
}  // namespace fftcore::test::frame_shift_test
