// SPDX-License-Identifier: LGPL-2.1-or-later
// What a Correlation sees of frames, in every format and any strides.
#include "frames/luma_signal.h"

#include <gtest/gtest.h>

#include <cstddef>

#include "filter_harness.h"
#include "frames/samples.h"
#include "memory/luma_view.h"

namespace fftcore::test::luma_signal_test {
namespace {

constexpr Size kSize = {37, 23};

double expected(const Picture& picture, int row, int column) {
  const Plane& plane = picture.planes.front();
  if (plane.channel_of('R') < 0) return plane.at(row, column, 0);
  return 0.299 * plane.at(row, column, plane.channel_of('R')) +
         0.587 * plane.at(row, column, plane.channel_of('G')) +
         0.114 * plane.at(row, column, plane.channel_of('B'));
}

// `view` as a search reads it.
double seen(const gst::LumaSignal& signal, const Layout& layout, ConstBuffer view, int row,
            int column) {
  double value = 0;
  for (std::int64_t c = 0; c < layout.channels.extent; ++c) {
    const std::int64_t sample = view.first + row * view.row_stride +
                                column * layout.columns.stride + c * layout.channels.stride;
    value += static_cast<double>(signal.weights[static_cast<std::size_t>(c)]) *
             gst::read_sample(view.data, layout.type, sample);
  }
  return value;
}

// Planes of colours are as far apart as the caps say in one of the buffers, and not in the other.
TEST(LumaSignal, IsTheBrightnessOfEveryFormat) {
  const auto engine = gst::system_engine(select_backend("cpu"), {});
  for (const GstVideoFormat format : all_formats()) {
    SCOPED_TRACE(gst_video_format_to_string(format));
    const Picture picture = random_picture(format, kSize);
    const GstVideoInfo info = info_of(format, kSize);
    const gst::LumaSignal signal = gst::luma_signal(info);
    const gst::Rectangle part{5, 3, 20, 11};
    const Layout layout = part_of(signal, part);
    EXPECT_EQ(layout.extent(), (Extent{11, 20}));
    for (GstBuffer* const each : {buffer_of(picture), strided_buffer_of(picture, 12)}) {
      const Owned<GstBuffer> buffer(each);
      const gst::MappedFrame frame(info, buffer.get(), GST_MAP_READ, MemoryKind::host);
      gst::LumaView view;
      const ConstBuffer image = view.part(*engine, signal, frame, part);
      std::vector<double> values;
      for (int y = 0; y < part.height; ++y)
        for (int x = 0; x < part.width; ++x) values.push_back(seen(signal, layout, image, y, x));
      const Taps luma =
          read_luma(signal, layout.extent(), view.on_host(*engine, signal, frame, part));
      ASSERT_EQ(luma.extent, layout.extent());
      for (int y = 0; y < part.height; ++y) {
        for (int x = 0; x < part.width; ++x) {
          const auto at = static_cast<std::size_t>(y * part.width + x);
          ASSERT_NEAR(luma.values[at], expected(picture, part.y + y, part.x + x), 1e-3);
          ASSERT_NEAR(values[at], luma.values[at], 1e-6);
        }
      }
    }
  }
}

}  // namespace
}  // namespace fftcore::test::luma_signal_test
