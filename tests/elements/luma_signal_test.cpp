// SPDX-License-Identifier: LGPL-2.1-or-later
// What a Correlation sees of frames, in every format and any strides.
#include "frames/luma_signal.h"

#include <gtest/gtest.h>

#include "filter_harness.h"
#include "memory/mapped_frame.h"

namespace fftcore::test {
namespace {

constexpr Size kSize = {37, 23};

// By the names of the formats alone.
double expected(const Picture& picture, int row, int column) {
  const Plane& plane = picture.planes.front();
  const std::string name = gst_video_format_to_string(picture.format);
  if (name.find('R') == std::string::npos || name.starts_with("GRAY"))
    return plane.at(row, column, 0);
  return 0.299 * plane.at(row, column, static_cast<int>(name.find('R'))) +
         0.587 * plane.at(row, column, static_cast<int>(name.find('G'))) +
         0.114 * plane.at(row, column, static_cast<int>(name.find('B')));
}

TEST(LumaSignal, IsTheBrightnessOfEveryFormat) {
  for (const GstVideoFormat format : all_formats()) {
    const Picture picture = random_picture(format, kSize);
    const GstVideoInfo info = info_of(format, kSize);
    const Owned<GstBuffer> buffer(strided_buffer_of(picture, 12));
    const gst::MappedFrame frame(info, buffer.get(), GST_MAP_READ, MemoryKind::host);
    const gst::LumaSignal signal = gst::luma_signal(info);
    const gst::Rectangle part{5, 3, 20, 11};
    const Taps luma = read_luma(signal, {part.height, part.width},
                                part_of(signal, frame.source(signal.plane), part));
    ASSERT_EQ(luma.extent, (Extent{11, 20}));
    for (int y = 0; y < part.height; ++y) {
      for (int x = 0; x < part.width; ++x) {
        ASSERT_NEAR(luma.values[static_cast<std::size_t>(y * part.width + x)],
                    expected(picture, part.y + y, part.x + x), 1e-3)
            << gst_video_format_to_string(format);
      }
    }
    EXPECT_EQ(part_of(signal, part).extent(), luma.extent);
    EXPECT_EQ(part_of(signal, part).channels.extent, picture.planes.front().channels);
  }
}

}  // namespace
}  // namespace fftcore::test
