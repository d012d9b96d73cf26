// SPDX-License-Identifier: LGPL-2.1-or-later
// Copies of rows as OpenCL describes them.
#pragma once

#include <array>
#include <cstddef>

#include "device.h"

namespace fftcore::opencl {

/// One clEnqueue...BufferRect.
struct Rectangle {
  std::array<std::size_t, 3> region{};
  std::array<std::size_t, 3> device_origin{};
  std::size_t host_offset = 0;
  std::size_t device_pitch = 0;
  std::size_t host_pitch = 0;
};

/// Calls copy(Rectangle) for rectangles that make up the shape, in memory of so many bytes.
/// Contiguous rows are one. The last row goes by itself where what follows it in its pitch is
/// beyond the memory's end: NVIDIA's driver refuses such rectangles, and OpenCL leaves it open.
template <class Copy>
void for_each_rectangle(const CopyShape& shape, std::size_t size_bytes, const Copy& copy) {
  if (shape.is_contiguous()) {
    copy(Rectangle{{shape.row_bytes * shape.rows, 1, 1}, {shape.device_offset, 0, 0}});
    return;
  }
  const std::size_t first_row = shape.device_offset / shape.device_pitch;
  const bool ends_early = (first_row + shape.rows) * shape.device_pitch > size_bytes;
  const std::size_t together = shape.rows - (ends_early ? 1 : 0);
  copy(Rectangle{{shape.row_bytes, together, 1},
                 {shape.device_offset % shape.device_pitch, first_row, 0},
                 0,
                 shape.device_pitch,
                 shape.host_pitch});
  if (ends_early)
    copy(Rectangle{{shape.row_bytes, 1, 1},
                   {shape.device_offset + together * shape.device_pitch, 0, 0},
                   together * shape.host_pitch});
}

}  // namespace fftcore::opencl
