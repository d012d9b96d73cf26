// SPDX-License-Identifier: LGPL-2.1-or-later
#include "peak_search.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "simd.h"

namespace fftcore {
namespace {

constexpr auto kNone = static_cast<float>(kNoScore);

/// Passes over what is not a number, and never makes less of kNone.
inline float larger(float a, float b) {
  return a > b ? a : b;
}

/// In lanes, so that it vectorises without leave to reorder.
inline float largest(const float* values, std::int64_t count) {
  constexpr std::int64_t kLanes = 8;
  float lanes[kLanes];
  std::fill_n(lanes, kLanes, kNone);
  std::int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes)
    for (std::int64_t lane = 0; lane < kLanes; ++lane)
      lanes[lane] = larger(values[i + lane], lanes[lane]);
  float result = kNone;
  for (; i < count; ++i) result = larger(values[i], result);
  for (const float lane : lanes) result = larger(lane, result);
  return result;
}

FFTCORE_SIMD_CLONES
void largest_of_cells(const float* row, std::int64_t columns, std::int64_t width, float* to) {
  for (std::int64_t first = 0; first < columns; first += width)
    *to++ = largest(row + first, std::min(width, columns - first));
}

}  // namespace

PeakSearch::PeakSearch(const PeakRules& rules)
    : extent_(rules.surface),
      radius_(rules.radius),
      wraps_(rules.wraps),
      cells_((extent_.columns + radius_) / (radius_ + 1)),
      candidates_(rules.surfaces * extent_.rows * cells_),
      best_of_rows_(rules.surfaces * extent_.rows) {}

void PeakSearch::add_row(std::int64_t template_index, std::int64_t y, const float* row) {
  float* const cells = candidates(template_index) + y * cells_;
  largest_of_cells(row, extent_.columns, radius_ + 1, cells);
  best_of_rows(template_index)[y] = largest(cells, cells_);
}

void PeakSearch::select(std::int64_t template_index, SurfaceView surface,
                        std::span<FoundPeak> found) {
  const std::span<const float> best(best_of_rows(template_index),
                                    static_cast<std::size_t>(extent_.rows));
  std::fill(found.begin(), found.end(), FoundPeak{});
  for (FoundPeak& peak : found) {
    const auto row = std::max_element(best.begin(), best.end());
    if (*row == kNone) return;
    Place place{row - best.begin(), 0};
    const float* const cells = candidates(template_index) + place.row * cells_;
    place.column =
        column_of(cells, std::find(cells, cells + cells_, *row) - cells, surface.row(place.row));
    peak = sample(surface, place);
    remove_around(template_index, surface, place);
  }
}

std::int64_t PeakSearch::column_of(const float* cells, std::int64_t cell, const float* row) const {
  const std::int64_t first = cell * (radius_ + 1),
                     end = std::min(first + radius_ + 1, extent_.columns);
  return std::find(row + first, row + end, cells[cell]) - row;
}

FoundPeak PeakSearch::sample(SurfaceView surface, Place place) const {
  const auto at = [&](std::int64_t row, std::int64_t column) {
    if (wraps_) {
      row = (row + extent_.rows) % extent_.rows;
      column = (column + extent_.columns) % extent_.columns;
    }
    const bool is_inside =
        row >= 0 && row < extent_.rows && column >= 0 && column < extent_.columns;
    return is_inside ? surface.row(row)[column] : std::nanf("");
  };
  const auto [row, column] = place;
  return {static_cast<std::int32_t>(row),
          static_cast<std::int32_t>(column),
          at(row, column),
          at(row, column - 1),
          at(row, column + 1),
          at(row - 1, column),
          at(row + 1, column)};
}

bool PeakSearch::is_near(std::int64_t a, std::int64_t b, std::int64_t extent) const {
  const std::int64_t distance = std::abs(a - b);
  return distance <= radius_ || (wraps_ && extent - distance <= radius_);
}

void PeakSearch::remove_around(std::int64_t template_index, SurfaceView surface, Place place) {
  const auto is_near_column = [&](std::int64_t column) {
    return is_near(column, place.column, extent_.columns);
  };
  const auto remove_in = [&](std::int64_t y) {
    float* const cells = candidates(template_index) + y * cells_;
    for (std::int64_t cell = 0; cell < cells_; ++cell) {
      // What is removed is wider than a cell, so it does not lie between a cell's ends.
      const std::int64_t first = cell * (radius_ + 1),
                         last = std::min(first + radius_, extent_.columns - 1);
      if (cells[cell] == kNone || (!is_near_column(first) && !is_near_column(last))) continue;
      if (is_near_column(column_of(cells, cell, surface.row(y)))) cells[cell] = kNone;
    }
    best_of_rows(template_index)[y] = largest(cells, cells_);
  };
  for (std::int64_t y = 0; y < extent_.rows; ++y)
    if (is_near(y, place.row, extent_.rows)) remove_in(y);
}

}  // namespace fftcore
