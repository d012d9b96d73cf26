// SPDX-License-Identifier: LGPL-2.1-or-later
#include "strided_copy.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace fftcore {
namespace {

/// Calls copy(first byte at the host, shape) for blocks of rows that make up the values: as few as
/// their gaps allow.
template <class Copy>
void for_each_block(const StridedValues& values, const Copy& copy) {
  auto axes = values.axes;
  // An axis of one step comes last, whatever its stride.
  std::sort(axes.begin(), axes.end(), [](const ByteAxis& a, const ByteAxis& b) {
    return (a.count == 1) != (b.count == 1) ? b.count == 1 : a.device_stride < b.device_stride;
  });
  std::size_t run = values.value_bytes;
  std::size_t dense = 0;
  while (dense < axes.size() && (axes[dense].count == 1 || (axes[dense].host_stride == run &&
                                                            axes[dense].device_stride == run)))
    run *= axes[dense++].count;
  const ByteAxis rows = dense < axes.size() ? axes[dense] : ByteAxis{};
  const std::size_t outer = std::min(dense + 1, axes.size());
  std::size_t blocks = 1;
  for (std::size_t i = outer; i < axes.size(); ++i) blocks *= axes[i].count;
  for (std::size_t block = 0; block < blocks; ++block) {
    std::size_t rest = block, at_host = values.offset, at_device = values.offset;
    for (std::size_t i = outer; i < axes.size(); ++i) {
      at_host += rest % axes[i].count * axes[i].host_stride;
      at_device += rest % axes[i].count * axes[i].device_stride;
      rest /= axes[i].count;
    }
    const bool single = rows.count == 1;
    copy(at_host, CopyShape{run, rows.count, single ? run : rows.host_stride,
                            single ? run : rows.device_stride, at_device});
  }
}

class OrdinaryMemory final : public PinnedMemory {
 public:
  explicit OrdinaryMemory(std::size_t size_bytes) : bytes_(size_bytes) {}
  std::byte* data() override { return bytes_.data(); }

 private:
  std::vector<std::byte> bytes_;
};

}  // namespace

StridedCopy::StridedCopy(Device& device, std::size_t size_bytes, bool staged)
    : size_bytes_(size_bytes),
      memory_(device.allocate(size_bytes)),
      pinned_(device.allocate_pinned(size_bytes)) {
  if (staged && !pinned_) pinned_ = std::make_unique<OrdinaryMemory>(size_bytes);
}

void StridedCopy::copy_in(DeviceStream& stream, const void* host, const StridedValues& values) {
  const auto* const from = static_cast<const std::byte*>(host);
  for_each_block(values, [&](std::size_t offset, const CopyShape& shape) {
    if (!pinned_) return stream.copy_in(*memory_, from + offset, shape);
    for (std::size_t row = 0; row < shape.rows; ++row)
      std::memcpy(pinned_->data() + shape.device_offset + row * shape.device_pitch,
                  from + offset + row * shape.host_pitch, shape.row_bytes);
  });
  if (pinned_) stream.copy_in(*memory_, pinned_->data(), CopyShape::bytes(size_bytes_));
}

void StridedCopy::copy_out(DeviceStream& stream, void* host, const StridedValues& values) {
  if (pinned_) return stream.copy_out(pinned_->data(), *memory_, CopyShape::bytes(size_bytes_));
  for_each_block(values, [&](std::size_t offset, const CopyShape& shape) {
    stream.copy_out(static_cast<std::byte*>(host) + offset, *memory_, shape);
  });
}

void StridedCopy::finish_copy_out(void* host, const StridedValues& values) const {
  if (!pinned_) return;
  for_each_block(values, [&](std::size_t offset, const CopyShape& shape) {
    for (std::size_t row = 0; row < shape.rows; ++row)
      std::memcpy(static_cast<std::byte*>(host) + offset + row * shape.host_pitch,
                  pinned_->data() + shape.device_offset + row * shape.device_pitch,
                  shape.row_bytes);
  });
}

}  // namespace fftcore
