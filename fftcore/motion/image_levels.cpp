// SPDX-License-Identifier: LGPL-2.1-or-later
#include "image_levels.h"

#include <algorithm>
#include <cstring>

#include "level_loops.h"

namespace fftcore {
namespace {

Extent half(Extent extent) {
  return {extent.rows / 2, extent.columns / 2};
}
std::int64_t longer(Extent extent) {
  return std::max(extent.rows, extent.columns);
}
bool can_be_halved(Extent extent) {
  return std::min(extent.rows, extent.columns) / 2 >= LevelPlan::kLeastSide;
}

/// The one channel that has a weight, where that is 1; else -1.
std::int64_t only_channel(const Layout& image, const std::array<float, 4>& weights) {
  std::int64_t found = -1;
  for (std::int64_t i = 0; i < image.channels.extent; ++i) {
    const float weight = weights[static_cast<std::size_t>(i)];
    if (weight == 0) continue;
    if (weight != 1 || found >= 0) return -1;
    found = i;
  }
  return found;
}

/// Rows begin at multiples of a cache line.
std::int64_t stride_for(std::int64_t columns) {
  return (columns + 63) / 64 * 64;
}

}  // namespace

LevelPlan::LevelPlan(Extent image) {
  Extent extent = image;
  if (longer(extent) > kMostSide && can_be_halved(extent)) {
    first_halving = 1;
    extent = half(extent);
  }
  extents.push_back(extent);
  const auto add_while_above = [&](std::int64_t side) {
    while (longer(extents.back()) > side && can_be_halved(extents.back()))
      extents.push_back(half(extents.back()));
    return extents.size() - 1;
  };
  finest = add_while_above(kMostSide);
  structure = add_while_above(kStructureSide);
  coarsest = add_while_above(kCoarsestSide);
}

ImageLevels::ImageLevels(const Layout& image, const std::array<float, 4>& weights,
                         const LevelPlan& plan)
    : image_(image), plan_(plan), access_(image, weights) {
  channel_ = only_channel(image, weights);
  is_u8_ = image.type == SampleType::u8 && channel_ >= 0;
  std::int64_t samples = 0;
  for (const Extent& extent : plan.extents) {
    strides_.push_back(stride_for(extent.columns));
    offsets_.push_back(samples);
    samples += strides_.back() * extent.rows;
  }
  const std::int64_t row = stride_for(image.columns.extent);
  if (is_u8_) {
    bytes_ = AlignedArray<std::uint8_t>(samples);
    byte_rows_ = AlignedArray<std::uint8_t>(2 * row);
  } else {
    floats_ = AlignedArray<float>(samples);
    rows_ = AlignedArray<float>(3 * row);
  }
}

Layout ImageLevels::layout(std::size_t level) const {
  return Layout::interleaved(is_u8_ ? SampleType::u8 : SampleType::f32, plan_.extents[level], 1,
                             strides_[level]);
}

ConstBuffer ImageLevels::buffer(std::size_t level) const {
  ConstBuffer buffer;
  buffer.data = is_u8_ ? static_cast<const void*>(bytes(level)) : floats(level);
  return buffer;
}

void ImageLevels::read(const ConstBuffer& image) {
  if (is_u8_)
    read_bytes(image);
  else
    read_floats(image);
  for (std::size_t level = 1; level < plan_.extents.size(); ++level) {
    const Extent extent = plan_.extents[level];
    const std::int64_t from = strides_[level - 1], to = strides_[level];
    for (std::int64_t y = 0; y < extent.rows; ++y)
      if (is_u8_) {
        const std::uint8_t* const above = bytes(level - 1) + 2 * y * from;
        halve_rows(above, above + from, extent.columns, bytes_.data() + offsets_[level] + y * to);
      } else {
        const float* const above = floats(level - 1) + 2 * y * from;
        halve_rows(above, above + from, extent.columns, floats_.data() + offsets_[level] + y * to);
      }
  }
}

void ImageLevels::read_bytes(const ConstBuffer& image) {
  const std::int64_t stride = image.row_stride != 0 ? image.row_stride : image_.rows.stride;
  const std::int64_t step = image_.columns.stride, columns = image_.columns.extent;
  const auto* const start = static_cast<const std::uint8_t*>(image.data) + image.first +
                            channel_ * image_.channels.stride;
  const auto row_at = [&](std::int64_t y, std::int64_t place) {
    const std::uint8_t* const row = start + y * stride;
    if (step == 1) return row;
    std::uint8_t* const dense = byte_rows_.data() + place * stride_for(columns);
    for (std::int64_t x = 0; x < columns; ++x) dense[x] = row[x * step];
    return static_cast<const std::uint8_t*>(dense);
  };
  const Extent extent = plan_.extents[0];
  for (std::int64_t y = 0; y < extent.rows; ++y) {
    std::uint8_t* const to = bytes_.data() + y * strides_[0];
    if (plan_.first_halving == 0)
      std::memcpy(to, row_at(y, 0), static_cast<std::size_t>(columns));
    else
      halve_rows(row_at(2 * y, 0), row_at(2 * y + 1, 1), extent.columns, to);
  }
}

void ImageLevels::read_floats(const ConstBuffer& image) {
  const std::int64_t columns = image_.columns.extent, row = stride_for(columns);
  float* const scratch = rows_.data() + 2 * row;
  const auto read_row = [&](std::int64_t y, float* to) {
    access_.read(image, y, 0.0F, to, scratch);
    clear_unseen(columns, to);
  };
  const Extent extent = plan_.extents[0];
  for (std::int64_t y = 0; y < extent.rows; ++y) {
    float* const to = floats_.data() + y * strides_[0];
    if (plan_.first_halving == 0) {
      read_row(y, to);
    } else {
      read_row(2 * y, rows_.data());
      read_row(2 * y + 1, rows_.data() + row);
      halve_rows(rows_.data(), rows_.data() + row, extent.columns, to);
    }
  }
}

}  // namespace fftcore
