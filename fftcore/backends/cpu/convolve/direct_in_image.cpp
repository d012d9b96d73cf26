// SPDX-License-Identifier: LGPL-2.1-or-later
// The part of DirectExecutable that sums up from the image itself, without copies of its rows.
#include <algorithm>

#include "ceil_div.h"
#include "direct_executable.h"

namespace fftcore {
namespace {

constexpr std::int64_t kFloatsOfLine = 16;  // of the cache

/// Asks for a row that is far from the cache, of too many at once for it to foresee all.
void prefetch(const float* row, std::int64_t count) {
  for (std::int64_t x = 0; x < count; x += kFloatsOfLine) __builtin_prefetch(row + x, 0, 2);
}

}  // namespace

DirectExecutable::Columns DirectExecutable::columns_of(const Frame& whole, const Tile& tile) const {
  if (!sums_in_image_ || !image().writes_floats(whole, 0)) return {};
  const auto up = [](std::int64_t columns) {
    return ceil_div(columns, kDirectWholeColumns) * kDirectWholeColumns;
  };
  Columns columns;
  columns.origin = image().source_origin() + tile.x;
  columns.first_inner = std::max<std::int64_t>(-columns.origin, 0);
  columns.left = up(columns.first_inner);
  const std::int64_t end = std::min(tile.extent.columns, convolution().input.columns.extent -
                                                             convolution().taps.columns + 1 -
                                                             columns.origin),
                     inner = std::max<std::int64_t>(end - columns.first_inner, 0);
  columns.inner = inner / kDirectWholeColumns * kDirectWholeColumns;
  columns.right = up(tile.extent.columns - columns.first_inner - columns.inner);
  if (std::max(columns.left, columns.right) > tile.extent.columns) return {};
  return columns;
}

/// The rows of the image that are rows [y, end) of the extended one. False where some have none.
bool DirectExecutable::find_rows(const Frame& frame, const Tile& tile, std::int64_t y,
                                 std::int64_t end, Worker& worker) const {
  const int channel = channels()[static_cast<std::size_t>(tile.channel)];
  const auto row = [&](std::int64_t i) -> const float* {
    const std::int64_t source = image().source_row(i);
    return source < 0 ? nullptr : image().floats(frame, source, channel);
  };
  for (std::int64_t i = y; i < end; ++i) {
    const float* const found = row(i);
    if (found == nullptr) return false;
    worker.in_image[static_cast<std::size_t>(i - y)] = found;
  }
  const std::int64_t column = std::max<std::int64_t>(image().source_origin() + tile.x, 0);
  for (std::int64_t i = end; i < end + kDirectRows; ++i)
    if (const float* const next = row(i)) prefetch(next + column, tile.extent.columns);
  return true;
}

/// What columns on the left and right need of a row of the image.
void DirectExecutable::load_edges(const float* row, const Tile& tile, const Columns& columns,
                                  float* to) const {
  const std::int64_t extent = convolution().input.columns.extent,
                     beyond = convolution().taps.columns - 1;
  const auto load = [&](std::int64_t first, std::int64_t count) {
    const std::int64_t end = first + count + (count > 0 ? beyond : 0),
                       inside = std::clamp(-columns.origin, first, end),
                       outside = std::clamp(extent - columns.origin, inside, end);
    const auto extend = [&](std::int64_t x, std::int64_t last) {
      for (; x < last; ++x) {
        const std::int64_t source = image().source_column(columns.origin + x);
        to[x] = source < 0 ? 0 : row[source];
      }
    };
    extend(first, inside);
    std::copy(row + (columns.origin + inside), row + (columns.origin + outside), to + inside);
    extend(outside, end);
  };
  load(0, columns.left);
  load(tile.extent.columns - columns.right, columns.right);
}

void DirectExecutable::write_rows_of_image(const Frame& result, const DirectTerm& term,
                                           const Tile& tile, const Columns& columns, std::int64_t y,
                                           std::int64_t count, const Worker& worker) const {
  const auto to =
      image().samples<float>(result, y, channels()[static_cast<std::size_t>(tile.channel)], tile.x);
  const auto sum_columns = [&](const float* const* rows, std::int64_t column, std::int64_t first,
                               std::int64_t width) {
    if (width == 0) return;
    correlate_rows({.rows = rows,
                    .first = column + first,
                    .count = count,
                    .columns = width,
                    .taps = term.block.data(),
                    .extent = term.extent,
                    .out = to.data + first,
                    .stride = to.stride});
  };
  const float* const* const ring = worker.rings.front().from(y);
  sum_columns(ring, 0, 0, columns.left);
  sum_columns(worker.in_image.data(), columns.origin, columns.first_inner, columns.inner);
  sum_columns(ring, 0, tile.extent.columns - columns.right, columns.right);
  look(result, tile, y, count, tile.extent.columns, to.data, to.stride);
}

}  // namespace fftcore
