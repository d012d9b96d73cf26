// SPDX-License-Identifier: LGPL-2.1-or-later
#include "host_image.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace fftcore {
namespace {

std::size_t span_bytes(const Layout& layout) {
  std::int64_t last = 0;
  for (const Axis& axis : {layout.columns, layout.rows, layout.channels, layout.slices, layout.frames}) last += (axis.extent - 1) * axis.stride;
  return static_cast<std::size_t>(last + 1) * size_bytes(layout.element);
}

/// An axis in bytes.
struct ByteAxis {
  std::size_t count = 1;
  std::size_t host_stride = 0;
  std::size_t device_stride = 0;
};

/// Calls copy(first byte at the host, shape) for blocks of rows that make up the image: as few as its gaps allow.
template <class Copy>
void for_each_block(const Layout& layout, std::int64_t host_row_stride, const Copy& copy) {
  const std::size_t element = size_bytes(layout.element);
  const auto axis_of = [&](const Axis& axis, std::int64_t host_stride) {
    return ByteAxis{static_cast<std::size_t>(axis.extent), static_cast<std::size_t>(host_stride) * element, static_cast<std::size_t>(axis.stride) * element};
  };
  std::array axes = {axis_of(layout.columns, layout.columns.stride), axis_of(layout.channels, layout.channels.stride),
                     axis_of(layout.rows, host_row_stride != 0 ? host_row_stride : layout.rows.stride), axis_of(layout.slices, layout.slices.stride),
                     axis_of(layout.frames, layout.frames.stride)};
  // An axis of one step comes last, whatever its stride.
  std::sort(axes.begin(), axes.end(), [](const ByteAxis& a, const ByteAxis& b) {
    return (a.count == 1) != (b.count == 1) ? b.count == 1 : a.device_stride < b.device_stride;
  });
  std::size_t run = element;
  std::size_t dense = 0;
  while (dense < axes.size() && (axes[dense].count == 1 || (axes[dense].host_stride == run && axes[dense].device_stride == run)))
    run *= axes[dense++].count;
  const ByteAxis rows = dense < axes.size() ? axes[dense] : ByteAxis{};
  const std::size_t outer = std::min(dense + 1, axes.size());
  std::size_t blocks = 1;
  for (std::size_t i = outer; i < axes.size(); ++i) blocks *= axes[i].count;
  for (std::size_t block = 0; block < blocks; ++block) {
    std::size_t rest = block, at_host = 0, at_device = 0;
    for (std::size_t i = outer; i < axes.size(); ++i) {
      at_host += rest % axes[i].count * axes[i].host_stride;
      at_device += rest % axes[i].count * axes[i].device_stride;
      rest /= axes[i].count;
    }
    const bool single = rows.count == 1;
    copy(at_host, CopyShape{run, rows.count, single ? run : rows.host_stride, single ? run : rows.device_stride, at_device});
  }
}

}  // namespace

HostImage::HostImage(Device& device, const Layout& layout)
    : layout_(layout), size_bytes_(span_bytes(layout)), memory_(device.allocate(size_bytes_)), pinned_(device.allocate_pinned(size_bytes_)) {}

void HostImage::copy_in(DeviceStream& stream, ConstBuffer host) {
  const auto* const from = static_cast<const std::byte*>(host.data);
  for_each_block(layout_, host.row_stride, [&](std::size_t offset, const CopyShape& shape) {
    if (!pinned_) return stream.copy_in(*memory_, from + offset, shape);
    for (std::size_t row = 0; row < shape.rows; ++row)
      std::memcpy(pinned_->data() + shape.device_offset + row * shape.device_pitch, from + offset + row * shape.host_pitch, shape.row_bytes);
  });
  if (pinned_) stream.copy_in(*memory_, pinned_->data(), CopyShape::bytes(size_bytes_));
}

void HostImage::copy_out(DeviceStream& stream, Buffer host) {
  if (pinned_) return stream.copy_out(pinned_->data(), *memory_, CopyShape::bytes(size_bytes_));
  for_each_block(layout_, host.row_stride, [&](std::size_t offset, const CopyShape& shape) {
    stream.copy_out(static_cast<std::byte*>(host.data) + offset, *memory_, shape);
  });
}

void HostImage::finish_copy_out(Buffer host) const {
  if (!pinned_) return;
  for_each_block(layout_, host.row_stride, [&](std::size_t offset, const CopyShape& shape) {
    for (std::size_t row = 0; row < shape.rows; ++row)
      std::memcpy(static_cast<std::byte*>(host.data) + offset + row * shape.host_pitch, pinned_->data() + shape.device_offset + row * shape.device_pitch,
                  shape.row_bytes);
  });
}

}  // namespace fftcore
