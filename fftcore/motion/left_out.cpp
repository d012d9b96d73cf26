// SPDX-License-Identifier: LGPL-2.1-or-later
#include "left_out.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fftcore/error.h"

namespace fftcore {
namespace {

struct Range {
  std::int64_t first, end;
};

/// Pixels of an axis of a level whose centres lie in samples of the image from `first` on, and
/// before first + size.
Range inside(const LevelPlan& plan, double first, double size, std::int64_t extent) {
  const auto pixel = [&](double sample) {
    const double at = std::ceil(std::ceil(sample) / plan.factor(plan.structure) - 0.5);
    return static_cast<std::int64_t>(std::clamp(at, 0.0, static_cast<double>(extent)));
  };
  return {pixel(first), pixel(first + std::max(size, 0.0))};
}

}  // namespace

LeftOut::LeftOut(Extent image, const LevelPlan& plan)
    : plan_(plan),
      image_(image),
      extent_(plan.extents[plan.structure]),
      flags_(static_cast<std::size_t>(extent_.rows * extent_.columns)) {}

void LeftOut::set(std::span<const MotionBox> boxes, const ConstBuffer& mask) {
  if (boxes.size() > static_cast<std::size_t>(kMaxMotionBoxes))
    throw InvalidArgument(
        fmt::format("{} boxes; at most {} are allowed", boxes.size(), kMaxMotionBoxes));
  for (const MotionBox& box : boxes)
    if (!std::isfinite(box.x) || !std::isfinite(box.y) || !std::isfinite(box.width) ||
        !std::isfinite(box.height))
      throw InvalidArgument(fmt::format("a box is {} {} {} {}; finite numbers are allowed", box.x,
                                        box.y, box.width, box.height));
  std::ranges::fill(flags_, std::uint8_t{0});
  for (const MotionBox& box : boxes) {
    const Range rows = inside(plan_, box.y, box.height, extent_.rows);
    const Range columns = inside(plan_, box.x, box.width, extent_.columns);
    for (std::int64_t y = rows.first; y < rows.end; ++y)
      for (std::int64_t x = columns.first; x < columns.end; ++x)
        flags_[static_cast<std::size_t>(y * extent_.columns + x)] = 1;
  }
  if (mask.data == nullptr) return;
  const std::int64_t stride = mask.row_stride != 0 ? mask.row_stride : image_.columns;
  const auto* const bytes = static_cast<const std::uint8_t*>(mask.data) + mask.first;
  const auto pixel = [&](std::int64_t at, std::int64_t extent) {
    const double place = plan_.to_image(plan_.structure, static_cast<double>(at));
    return std::min(static_cast<std::int64_t>(place + 0.5), extent - 1);
  };
  for (std::int64_t y = 0; y < extent_.rows; ++y) {
    const std::uint8_t* const row = bytes + pixel(y, image_.rows) * stride;
    for (std::int64_t x = 0; x < extent_.columns; ++x)
      if (row[pixel(x, image_.columns)] != 0)
        flags_[static_cast<std::size_t>(y * extent_.columns + x)] = 1;
  }
}

bool LeftOut::at_place(double x, double y) const {
  const double column = std::floor(plan_.to_level(plan_.structure, x) + 0.5);
  const double row = std::floor(plan_.to_level(plan_.structure, y) + 0.5);
  if (!(column >= 0 && row >= 0 && column < static_cast<double>(extent_.columns) &&
        row < static_cast<double>(extent_.rows)))
    return false;
  return at(static_cast<std::int64_t>(row), static_cast<std::int64_t>(column));
}

}  // namespace fftcore
