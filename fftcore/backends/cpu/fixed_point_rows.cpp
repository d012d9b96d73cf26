// SPDX-License-Identifier: LGPL-2.1-or-later
#include "fixed_point_rows.h"

#include <cmath>

#include "ceil_div.h"
#include "fixed_point_loops.h"

namespace fftcore {
namespace {

constexpr float kMostOffset = 255;

std::int64_t whole_blocks(std::int64_t columns) {
  return ceil_div(columns, kFixedPointBlock) * kFixedPointBlock;
}

}  // namespace

FixedPointRows::FixedPointRows(const FixedPointMemory& memory)
    : line_(memory.stride), bytes_(memory.stride), ring_(memory.ring_rows, memory.stride) {}

bool FixedPointRows::can_write(const Frame& frame) {
  return frame.gain == 1 && std::abs(frame.offset) <= kMostOffset;
}

void FixedPointRows::load(const ImageAccess& image, const Frame& frame, std::int64_t y,
                          std::int64_t channel, std::int64_t x, std::int64_t columns,
                          const FixedPointTaps& taps) const {
  const auto count = static_cast<std::int64_t>(taps.row.size());
  image.read_extended(frame, y, channel, x, columns + count - 1, line_.data());
  filter_fixed_point_row(line_.data(), whole_blocks(columns), taps.row.data(), count, ring_.row(y));
}

void FixedPointRows::write(const ImageAccess& image, const Frame& frame, std::int64_t y,
                           std::int64_t channel, std::int64_t x, std::int64_t columns,
                           const FixedPointTaps& taps) const {
  // Rounded to nearest by the half that is added here.
  const auto offset = static_cast<std::int16_t>(std::lround(frame.offset * 64) + 32);
  const auto filter = [&](std::int64_t first, std::int64_t count, std::uint8_t* out) {
    filter_fixed_point_columns(ring_.from(y), first, count, taps.column.data(),
                               static_cast<std::int64_t>(taps.column.size()), offset, out);
  };
  const auto out = image.samples<std::uint8_t>(frame, y, channel, x);
  const std::int64_t direct = out.step == 1 ? columns / kFixedPointBlock * kFixedPointBlock : 0;
  filter(0, direct, out.data);
  filter(direct, whole_blocks(columns - direct), bytes_.data());
  for (std::int64_t i = direct; i < columns; ++i) out.data[i * out.step] = bytes_[i - direct];
}

}  // namespace fftcore
