// SPDX-License-Identifier: LGPL-2.1-or-later
#include "host_image.h"

namespace fftcore {

std::size_t span_bytes(const Layout& layout) {
  std::int64_t last = 0;
  for (const Axis& axis : {layout.columns, layout.rows, layout.channels, layout.slices, layout.frames}) last += (axis.extent - 1) * axis.stride;
  return static_cast<std::size_t>(last + 1) * size_bytes(layout.element);
}

namespace {

/// Rows may lie otherwise at the host; 0: they do not.
StridedValues values_of(const Layout& layout, std::int64_t host_row_stride) {
  const std::size_t element = size_bytes(layout.element);
  const auto axis_of = [&](const Axis& axis, std::int64_t host_stride) {
    return ByteAxis{static_cast<std::size_t>(axis.extent), static_cast<std::size_t>(host_stride) * element, static_cast<std::size_t>(axis.stride) * element};
  };
  return {element,
          0,
          {axis_of(layout.columns, layout.columns.stride), axis_of(layout.channels, layout.channels.stride),
           axis_of(layout.rows, host_row_stride != 0 ? host_row_stride : layout.rows.stride), axis_of(layout.slices, layout.slices.stride),
           axis_of(layout.frames, layout.frames.stride)}};
}

}  // namespace

HostImage::HostImage(Device& device, const Layout& layout) : layout_(layout), copy_(device, span_bytes(layout)) {}

void HostImage::copy_in(DeviceStream& stream, ConstBuffer host) { copy_.copy_in(stream, host.data, values_of(layout_, host.row_stride)); }

void HostImage::copy_out(DeviceStream& stream, Buffer host) { copy_.copy_out(stream, host.data, values_of(layout_, host.row_stride)); }

void HostImage::finish_copy_out(Buffer host) const { copy_.finish_copy_out(host.data, values_of(layout_, host.row_stride)); }

}  // namespace fftcore
