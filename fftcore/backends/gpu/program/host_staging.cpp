// SPDX-License-Identifier: LGPL-2.1-or-later
#include "host_staging.h"

#include <algorithm>
#include <cstring>

#include "channel_mask.h"
#include "host_memory.h"

namespace fftcore {
namespace {

/// Calls action(values) for parts of which all axes have steps from 0 on.
template <class Action>
void for_each_part(const StridedValues& values, const Action& action) {
  for (std::size_t i = 0; i < values.axes.size(); ++i) {
    const ByteAxis& axis = values.axes[i];
    if (axis.first == 0 && axis.round_end == 0) continue;
    const auto part = [&](std::size_t first, std::size_t count) {
      StridedValues some = values;
      some.axes[i] = {count, axis.host_stride, axis.device_stride};
      some.offset += first * axis.device_stride;
      for_each_part(some, action);
    };
    if (axis.round_end > 0) part(0, axis.round_end);
    return part(axis.first, axis.count);
  }
  action(values);
}

/// Calls copy(first byte at the host, shape) for blocks of rows that make up values of a part: as
/// few as their gaps allow.
template <class Copy>
void for_each_block_of(const StridedValues& values, const Copy& copy) {
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

template <class Copy>
void for_each_block(const StridedValues& values, const Copy& copy) {
  for_each_part(values, [&](const StridedValues& part) { for_each_block_of(part, copy); });
}

/// Calls action(values) for all but what is skipped; channels that are neighbours go together.
template <class Action>
void for_each_kept(const StridedValues& values, const Action& action) {
  if (values.skipped_channels == 0) return action(values);
  const auto is_out = [&](std::size_t c) {
    return is_in_mask(static_cast<std::int64_t>(c), values.skipped_channels);
  };
  const ByteAxis& channels = values.axes[kChannels];
  for (std::size_t first = 0, end = 0; first < channels.count; first = end + 1) {
    for (end = first; end < channels.count && !is_out(end);) ++end;
    if (end == first) continue;
    StridedValues some = values;
    some.axes[kChannels].count = end - first;
    some.offset += first * channels.device_stride;
    action(some);
  }
}

}  // namespace

HostStaging::HostStaging(Device& device, std::size_t size_bytes, Through through)
    : device_(device), size_bytes_(size_bytes), memory_(device.allocate(size_bytes)) {
  if (through == Through::pinned) through_ = device.allocate_pinned(size_bytes);
  if (through == Through::any_host_memory) through_ = host_memory(device, size_bytes);
}

/// Whether the device reaches the buffer without help, and in few pieces: each costs a call.
bool HostStaging::goes_by_itself(const void* host, const StridedValues& values) const {
  if (!through_) return true;
  if (values.skipped_channels != 0) return false;
  constexpr std::size_t kMostCopies = 8;
  constexpr std::size_t kLeastRow = 64;  // bytes
  const auto* const data = static_cast<const std::byte*>(host);
  std::size_t copies = 0, end = 0;
  bool has_short_rows = false;
  for_each_block(values, [&](std::size_t offset, const CopyShape& shape) {
    ++copies;
    has_short_rows = has_short_rows || (shape.rows > 1 && shape.row_bytes < kLeastRow);
    end = std::max(end, offset + (shape.rows - 1) * shape.host_pitch + shape.row_bytes);
  });
  return copies <= kMostCopies && !has_short_rows && device_.is_pinned(data) &&
         device_.is_pinned(data + end - 1);
}

/// The processor fills one part of the pinned memory while the device fetches the part before.
void HostStaging::copy_in_through(DeviceStream& stream, const std::byte* host,
                                  const StridedValues& values) {
  constexpr std::size_t kPart = std::size_t{256} << 10;  // bytes: some 20 us of either
  std::byte* const through = through_->data();
  bool is_dense = true;  // then parts of blocks are all that there is to fetch
  for_each_block(values, [&](std::size_t, const CopyShape& shape) {
    is_dense = is_dense && shape.device_pitch < 2 * shape.row_bytes;
  });
  for_each_block(values, [&](std::size_t offset, const CopyShape& shape) {
    std::size_t begin = shape.device_offset;  // of what is not fetched yet
    for (std::size_t row = 0; row < shape.rows; ++row) {
      for (std::size_t from = 0; from < shape.row_bytes; from += kPart) {
        const std::size_t bytes = std::min(kPart, shape.row_bytes - from);
        const std::size_t at = shape.device_offset + row * shape.device_pitch + from;
        std::memcpy(through + at, host + offset + row * shape.host_pitch + from, bytes);
        const bool is_last = row + 1 == shape.rows && from + bytes == shape.row_bytes;
        if (!is_dense || (at + bytes - begin < kPart && !is_last)) continue;
        CopyShape part = CopyShape::bytes(at + bytes - begin);
        part.device_offset = begin;
        stream.copy_in(*memory_, through + begin, part);
        begin = at + bytes;
      }
    }
  });
  if (!is_dense) stream.copy_in(*memory_, through, CopyShape::bytes(size_bytes_));
}

void HostStaging::copy_in(DeviceStream& stream, const void* host, const StridedValues& values) {
  const auto* const from = static_cast<const std::byte*>(host);
  if (!goes_by_itself(host, values)) return copy_in_through(stream, from, values);
  for_each_block(values, [&](std::size_t offset, const CopyShape& shape) {
    stream.copy_in(*memory_, from + offset, shape);
  });
}

void HostStaging::copy_out(DeviceStream& stream, void* host, const StridedValues& values) {
  is_under_way_ = !goes_by_itself(host, values);
  if (is_under_way_)
    return stream.copy_out(through_->data(), *memory_, CopyShape::bytes(size_bytes_));
  for_each_block(values, [&](std::size_t offset, const CopyShape& shape) {
    stream.copy_out(static_cast<std::byte*>(host) + offset, *memory_, shape);
  });
}

void HostStaging::finish_copy_out(void* host, const StridedValues& values) const {
  if (!is_under_way_) return;
  for_each_kept(values, [&](const StridedValues& kept) {
    for_each_block(kept, [&](std::size_t offset, const CopyShape& shape) {
      for (std::size_t row = 0; row < shape.rows; ++row)
        std::memcpy(static_cast<std::byte*>(host) + offset + row * shape.host_pitch,
                    through_->data() + shape.device_offset + row * shape.device_pitch,
                    shape.row_bytes);
    });
  });
}

}  // namespace fftcore
