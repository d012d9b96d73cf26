// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tile_launches.h"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

#include "convolution_parts.h"
#include "launch_cost.h"

namespace fftcore {
namespace {

class TileLaunches : ConvolutionParts {
 public:
  /// The steps are whole rows and whole columns of a tile. `earlier`: columns that tiles begin
  /// before what they need.
  TileLaunches(const Convolution& problem, Packing halves, std::vector<Step> steps,
               PerDim<AxisExtents> extents, int earlier)
      : ConvolutionParts(problem, halves, std::move(steps), extents,
                         {.group = kTileColumnsOfWarp, .earlier = earlier}) {}

  LaunchPlan plan(TileSpec tile, const DeviceTraits& traits) && {
    plan_set_taps();
    const auto tiles = [&](Dim dim, int useful) {
      return static_cast<int>((extents_[dim].out + useful - 1) / useful);
    };
    tile.tiles[Dim::row] = tiles(Dim::row, tile.useful_rows);
    tile.tiles[Dim::column] = tiles(Dim::column, tile.useful_columns);
    tile.tiles[Dim::channel] = channel_count();
    tile.tiles[Dim::frame] = static_cast<int>(problem_.input.frames.extent);
    tile.in_rows = static_cast<int>(extents_[Dim::row].needed());
    tile.out_rows = static_cast<int>(extents_[Dim::row].out);
    tile.load = image_load();
    tile.load.first_column -= form_.earlier;
    tile.load.count = static_cast<int>(extents_[Dim::column].needed()) + form_.earlier;
    tile.multiply = multiply(steps_.back());
    tile.store = image_store(steps_.front());
    tile.store.window = tile.useful_columns;
    // A block that goes from tile to tile begins the next one while its last rows are stored; few
    // tiles are better dealt out as blocks end.
    constexpr int kMany = 8;
    const auto count = static_cast<int>(line_count(tile)),
               beside = tiles_beside(tile) * traits.compute_units;
    tile.blocks = count < kMany * beside ? count : beside;
    plan_.run.push_back({std::move(tile), Place::input, Place::output});
    return std::move(plan_);
  }
};

/// 8, 12 or 16 values a thread: few exchanges, and short code, which every block reads anew.
std::optional<LineShape> tile_shape(int side) {
  LineShape shape;
  if (side == 64)
    shape.radices = {8, 8};
  else if (side == 96)
    shape.radices = {12, 8};
  else if (side == 128)
    shape.radices = {16, 8};
  else
    return std::nullopt;
  shape.length = shape.lines = side;
  shape.threads = 8;
  shape.exchange_buffers = 1;
  return shape;
}

/// Tiles begin at whole sectors of memory (32 bytes are 8 samples of f32) of both halves where that
/// takes no more of them. Returns by how many columns they begin earlier for that.
int align(TileSpec& tile, AxisExtents& columns, const Convolution& problem, Packing halves,
          int side) {
  constexpr int kSector = 8;
  const auto ceil_div = [](std::int64_t a, std::int64_t b) { return (a + b - 1) / b; };
  const int earlier = static_cast<int>((origin_of(problem).columns % kSector + kSector) % kSector);
  const int useful =
      (side - static_cast<int>(problem.taps.columns) - earlier + 1) / kSector * kSector;
  const std::int64_t out =
      halves == Packing::columns ? ceil_div(columns.out, kSector) * kSector : columns.out;
  if (useful < kSector || ceil_div(out, useful) > ceil_div(columns.out, tile.useful_columns))
    return 0;
  tile.useful_columns = useful;
  columns.out = out;
  return earlier;
}

}  // namespace

ConvolutionOffer tile_launches(const Convolution& problem, Packing halves, int side,
                               const DeviceTraits& traits) {
  PerDim<AxisExtents> extents = extents_of(problem, halves, false, traits);
  TileSpec tile;
  tile.name = "tiles";
  tile.useful_rows = side - static_cast<int>(problem.taps.rows) + 1;
  tile.useful_columns = side - static_cast<int>(problem.taps.columns) + 1;
  if (tile.useful_rows < side / 4 || tile.useful_columns < side / 4)
    return {{},
            fmt::format("{}x{} taps leave too little of tiles of {}x{}", problem.taps.rows,
                        problem.taps.columns, side, side)};
  const auto row = axis_transform_of(side, false, kAllElements, traits),
             column = axis_transform_of(side, true, kAllElements, traits);
  const auto shape = tile_shape(side);
  if (!row || !column || !shape)
    return {{}, fmt::format("there are no tiles of {}x{}", side, side)};
  tile.rows = tile.columns = *shape;
  tile.columns.lines_adjacent = true;
  if (shared_bytes_of(tile) > traits.shared_bytes || shape->threads * side > traits.block_threads)
    return {{},
            fmt::format("tiles of {}x{} do not fit a block of {} ({} KiB of shared memory)", side,
                        side, traits.name, traits.shared_bytes / 1024)};
  const int earlier = align(tile, extents[Dim::column], problem, halves, side);
  std::vector<Step> steps{{Dim::column, Step::Part::whole, *row},
                          {Dim::row, Step::Part::whole, *column}};
  return {TileLaunches(problem, halves, std::move(steps), extents, earlier)
              .plan(std::move(tile), traits),
          {}};
}

}  // namespace fftcore
