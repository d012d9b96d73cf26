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
    : channels_(memory.channels),
      line_(memory.stride),
      bytes_(memory.stride),
      ring_(memory.ring_rows, memory.stride) {}

bool FixedPointRows::can_write(const Frame& frame) {
  return frame.gain == 1 && std::abs(frame.offset) <= kMostOffset;
}

void FixedPointRows::load(const ImageAccess& image, const Frame& frame, std::int64_t y,
                          std::int64_t channel, std::int64_t x, std::int64_t columns,
                          const FixedPointTaps& taps) const {
  const auto count = static_cast<std::int64_t>(taps.row.size());
  if (channels_ > 1)
    image.read_pixels(frame, y, x, columns + count - 1, line_.data());
  else
    image.read_extended(frame, y, channel, x, columns + count - 1, line_.data());
  filter_fixed_point_row(line_.data(), channels_, whole_blocks(columns * channels_),
                         taps.row.data(), count, ring_.row(y));
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
  const std::int64_t step = channels_ > 1 ? 1 : out.step, samples = columns * channels_,
                     direct = step == 1 ? samples / kFixedPointBlock * kFixedPointBlock : 0;
  filter(0, direct, out.data);
  filter(direct, whole_blocks(samples - direct), bytes_.data());
  for (std::int64_t i = direct; i < samples; ++i) out.data[i * step] = bytes_[i - direct];
}

}  // namespace fftcore
