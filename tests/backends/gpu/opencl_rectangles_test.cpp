// SPDX-License-Identifier: LGPL-2.1-or-later
// Copies of rows, as drivers take them that count each row with all of its pitch.
#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "rectangles.h"

namespace opencl_rectangles_test {

using namespace fftcore;
using opencl::Rectangle;

TEST(OpenClRectangles, StayWithinTheMemoryWithAllOfTheirRows) {
  struct Case {
    CopyShape shape;
    std::size_t size_bytes;
    int parts;
  };
  for (const auto& [shape, size_bytes, parts] : {Case{{20, 3, 44, 36, 0}, 36 * 3, 1},
                                                 {{20, 3, 44, 36, 0}, 36 * 2 + 20, 2},
                                                 {{20, 2, 20, 36, 36}, 36 * 2 + 20, 2},
                                                 {{20, 3, 36, 36, 30}, 36 * 3 + 19, 1},
                                                 {{20, 3, 20, 20, 7}, 67, 1},
                                                 {{20, 1, 99, 99, 7}, 27, 1},
                                                 {{20, 2, 33, 36, 4}, 36 + 24, 2}}) {
    // Byte by byte: where at the host, where on the device.
    std::set<std::pair<std::size_t, std::size_t>> wanted, got;
    for (std::size_t row = 0; row < shape.rows; ++row)
      for (std::size_t x = 0; x < shape.row_bytes; ++x)
        wanted.emplace(row * shape.host_pitch + x,
                       shape.device_offset + row * shape.device_pitch + x);
    int count = 0;
    opencl::for_each_rectangle(shape, size_bytes, [&, size = size_bytes](const Rectangle& part) {
      ++count;
      // OpenCL's own: a pitch of 0 is the region's width.
      const std::size_t width = part.region[0],
                        pitch = part.device_pitch != 0 ? part.device_pitch : width,
                        host_pitch = part.host_pitch != 0 ? part.host_pitch : width;
      if (part.region[1] > 1) {
        EXPECT_LE((part.device_origin[1] + part.region[1]) * pitch, size);
      }
      for (std::size_t row = 0; row < part.region[1]; ++row)
        for (std::size_t x = 0; x < width; ++x)
          got.emplace(part.host_offset + row * host_pitch + x,
                      part.device_origin[0] + (part.device_origin[1] + row) * pitch + x);
    });
    EXPECT_EQ(got, wanted);
    EXPECT_EQ(count, parts);
  }
}

}  // namespace opencl_rectangles_test
