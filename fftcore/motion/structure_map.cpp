// SPDX-License-Identifier: LGPL-2.1-or-later
#include "structure_map.h"

#include <algorithm>

#include "level_loops.h"

namespace fftcore {
namespace {

constexpr std::int64_t kReach = StructureMap::kSide / 2;
/// Of the image's largest structure, below which a place shows nothing beside it: a hundredth of
/// the contrast.
constexpr float kLeastPart = 1e-4F;
/// Structure that the rounding of bytes makes, or noise of about one level.
constexpr float kLeastOfBytes = 4;

/// Sums reach beyond a row by less than this.
std::int64_t sums_stride(std::int64_t columns) {
  return (columns + StructureMap::kSide + 15) / 16 * 16;
}

}  // namespace

StructureMap::StructureMap(const LevelPlan& plan)
    : plan_(plan),
      extent_(plan.extents[plan.structure]),
      stride_(sums_stride(extent_.columns)),
      xx_(stride_ * extent_.rows),
      xy_(stride_ * extent_.rows),
      yy_(stride_ * extent_.rows),
      sums_(6 * stride_),
      structure_(stride_ * extent_.rows) {}

template <class Sample>
void StructureMap::set_of(const Sample* samples, std::int64_t stride) {
  const std::int64_t rows = extent_.rows, columns = extent_.columns;
  for (std::int64_t y = 1; y < rows - 1; ++y) {
    const Sample* const at = samples + y * stride;
    gradient_products(at - stride, at, at + stride, columns, row(xx_, y), row(xy_, y), row(yy_, y));
  }
  const AlignedArray<float>* const products[] = {&xx_, &xy_, &yy_};
  const std::int64_t centres = columns - 2 * kReach;
  float largest = 0;
  for (std::int64_t y = kReach; y < rows - kReach; ++y) {
    for (std::int64_t k = 0; k < 3; ++k) {
      float* const down = row(sums_, k);
      std::fill_n(down, columns, 0.0F);
      for (std::int64_t i = y - kReach; i <= y + kReach; ++i)
        add_row(products[k]->data() + i * stride_, columns, down);
      sum_neighbours(down, centres, kSide, row(sums_, 3 + k));
    }
    float* const to = row(structure_, y) + kReach;
    smaller_eigenvalues(row(sums_, 3), row(sums_, 4), row(sums_, 5), centres, to);
    largest = std::max(largest, *std::max_element(to, to + centres));
  }
  least_ = largest * kLeastPart;
}

void StructureMap::set(const ImageLevels& image) {
  if (image.is_u8()) {
    set_of(image.bytes(plan_.structure), image.stride(plan_.structure));
    least_ = std::max(least_, kLeastOfBytes);
  } else {
    set_of(image.floats(plan_.structure), image.stride(plan_.structure));
  }
}

void StructureMap::choose(Extent grid, std::int64_t margin, const LeftOut& left_out,
                          std::vector<Place>& places) const {
  places.clear();
  const std::int64_t border = std::max(margin, kReach);
  const std::int64_t rows = extent_.rows - 2 * border, columns = extent_.columns - 2 * border;
  if (rows < 1 || columns < 1) return;
  for (std::int64_t i = 0; i < grid.rows; ++i)
    for (std::int64_t j = 0; j < grid.columns; ++j) {
      const std::int64_t bottom = border + (i + 1) * rows / grid.rows,
                         right = border + (j + 1) * columns / grid.columns;
      float best = least_;
      Place place{-1, -1};
      for (std::int64_t y = border + i * rows / grid.rows; y < bottom; ++y) {
        const float* const values = structure_.data() + y * stride_;
        for (std::int64_t x = border + j * columns / grid.columns; x < right; ++x)
          if (values[x] > best && !left_out.at(y, x)) {
            best = values[x];
            place = {static_cast<double>(x), static_cast<double>(y)};
          }
      }
      if (place.x >= 0)
        places.push_back(
            {plan_.to_image(plan_.structure, place.x), plan_.to_image(plan_.structure, place.y)});
    }
}

}  // namespace fftcore
