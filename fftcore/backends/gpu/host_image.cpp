// SPDX-License-Identifier: LGPL-2.1-or-later
#include "host_image.h"

namespace fftcore {

std::size_t span_bytes(const Layout& layout) {
  std::int64_t last = 0;
  for (const Axis& axis :
       {layout.columns, layout.rows, layout.channels, layout.slices, layout.frames})
    last += (axis.extent - 1) * axis.stride;
  return static_cast<std::size_t>(last + 1) * size_bytes(layout.element);
}

bool begins_pairs(const Layout& layout, const void* data, std::int64_t row_stride) {
  return reinterpret_cast<std::uintptr_t>(data) % (2 * size_bytes(layout.element)) == 0 &&
         (layout.rows.extent == 1 || row_stride % 2 == 0);
}

namespace {

/// Rows may lie otherwise at the host; 0: they do not.
StridedValues values_of(const Layout& layout, std::int64_t host_row_stride) {
  const std::size_t element = size_bytes(layout.element);
  const auto axis_of = [&](const Axis& axis, std::int64_t host_stride) {
    return ByteAxis{static_cast<std::size_t>(axis.extent),
                    static_cast<std::size_t>(host_stride) * element,
                    static_cast<std::size_t>(axis.stride) * element};
  };
  return {
      element,
      0,
      {axis_of(layout.columns, layout.columns.stride),
       axis_of(layout.channels, layout.channels.stride),
       axis_of(layout.rows, host_row_stride != 0 ? host_row_stride : layout.rows.stride),
       axis_of(layout.slices, layout.slices.stride), axis_of(layout.frames, layout.frames.stride)}};
}

}  // namespace

HostImage::HostImage(Device& device, const Layout& layout, std::uint32_t left_out)
    : layout_(layout), left_out_(left_out), copy_(device, span_bytes(layout), left_out != 0) {}

void HostImage::copy_in(DeviceStream& stream, ConstBuffer host) {
  copy_.copy_in(stream, host.data, values_of(layout_, host.row_stride));
}

void HostImage::copy_out(DeviceStream& stream, Buffer host) {
  copy_.copy_out(stream, host.data, values_of(layout_, host.row_stride));
}

void HostImage::finish_copy_out(Buffer host) const {
  if (left_out_ == 0) return copy_.finish_copy_out(host.data, values_of(layout_, host.row_stride));
  // Channels that are neighbours go together.
  const auto is_out = [&](std::int64_t c) { return c < 32 && (left_out_ >> c & 1U) != 0; };
  for (std::int64_t first = 0, end = 0; first < layout_.channels.extent; first = end + 1) {
    for (end = first; end < layout_.channels.extent && !is_out(end);) ++end;
    if (end == first) continue;
    Layout some = layout_;
    some.channels.extent = end - first;
    StridedValues values = values_of(some, host.row_stride);
    values.offset =
        static_cast<std::size_t>(first * layout_.channels.stride) * size_bytes(layout_.element);
    copy_.finish_copy_out(host.data, values);
  }
}

}  // namespace fftcore
