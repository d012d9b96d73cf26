// SPDX-License-Identifier: LGPL-2.1-or-later
// Tiles that stay on the chip from pixels to pixels (overlap-save): one launch, the image read once
// and written once. They suit filters that leave most of a tile useful.

#include <fmt/format.h>

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arithmetic.h"
#include "convolution_parts.h"
#include "gpu_offer.h"
#include "gpu_rules.h"
#include "launch_cost.h"

namespace fftcore {
namespace {

/// Sides of tiles that there are shapes for.
constexpr std::array kTileSides = {64, 96, 128};

class TileLaunches : ConvolutionParts {
 public:
  /// The steps are whole rows and whole columns of a tile. Tiles begin `earlier` columns before
  /// what they need.
  TileLaunches(const Convolution& convolution, Packing packing, std::vector<Step> steps,
               PerDim<AxisExtents> extents, int earlier)
      : ConvolutionParts(convolution, packing, std::move(steps), extents,
                         {.group = kTileColumnsOfWarp, .earlier = earlier}) {}

  LaunchPlan plan(TileSpec tile, const DeviceTraits& traits) && {
    plan_set_taps();
    const auto tiles = [&](Dim dim, int useful) {
      return static_cast<int>((extents_[dim].out + useful - 1) / useful);
    };
    tile.tiles[Dim::row] = tiles(Dim::row, tile.useful_rows);
    tile.tiles[Dim::column] = tiles(Dim::column, tile.useful_columns);
    tile.tiles[Dim::channel] = channel_count();
    tile.tiles[Dim::frame] = static_cast<int>(convolution_.input.frames.extent);
    group(tile, traits);
    tile.in_rows = static_cast<int>(extents_[Dim::row].needed());
    tile.out_rows = static_cast<int>(extents_[Dim::row].out);
    tile.load = image_load();
    tile.load.first_column -= form_.earlier;
    tile.load.count = static_cast<int>(extents_[Dim::column].needed()) + form_.earlier;
    tile.multiply = multiply(steps_.back());
    tile.store = image_store(steps_.front());
    tile.store.window = tile.useful_columns;
    // A block that goes from tile to tile begins the next one while its last rows are stored. Few
    // tiles are better dealt out as blocks end.
    constexpr int kMany = 8;
    const auto count = static_cast<int>(line_count(tile)),
               beside = tiles_beside(tile) * traits.compute_units;
    tile.blocks = count < kMany * beside ? count : beside;
    plan_.run.push_back({std::move(tile), Place::input, Place::output});
    return std::move(plan_);
  }

 private:
  /// Groups a frame's filters so that a launch costs least: large groups transform the frame
  /// seldom, small ones keep all units busy.
  void group(TileSpec& tile, const DeviceTraits& traits) const {
    const int filters = static_cast<int>(filters_of_frame(convolution_, 0).count),
              frames = tile.tiles[Dim::frame];
    // Threads of larger blocks have 64 registers, too few to keep a tile's spectrum.
    constexpr int kMostThreadsThatKeep = 768;
    const bool can_keep = tile.rows.threads * tile.rows.lines <= kMostThreadsThatKeep;
    std::optional<TileSpec> best;
    for (int repeats = 1; repeats <= (can_keep ? filters : 1); ++repeats) {
      if (filters % repeats != 0) continue;
      tile.repeats = repeats;
      tile.groups = filters / repeats;
      tile.tiles[Dim::frame] = frames * tile.groups;
      if (!best || launch_cost(tile, traits) < launch_cost(*best, traits)) best = tile;
    }
    tile = *best;
  }
};

/// The shape of a tile's rows and columns. A thread has 8, 12 or 16 values: exchanges are few, and
/// the code, which every block reads anew, is short.
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

/// Makes tiles begin at whole sectors of memory (32 bytes are 8 samples of f32) of both halves
/// where that takes no more tiles. Returns how many columns earlier they begin for that.
int align(TileSpec& tile, AxisExtents& columns, const Convolution& convolution, Packing packing,
          int side) {
  constexpr int kSector = 8;
  const auto ceil_div = [](std::int64_t a, std::int64_t b) { return (a + b - 1) / b; };
  const int earlier =
      static_cast<int>((origin_of(convolution).columns % kSector + kSector) % kSector);
  const int useful =
      (side - static_cast<int>(convolution.taps.columns) - earlier + 1) / kSector * kSector;
  const std::int64_t out =
      packing == Packing::columns ? ceil_div(columns.out, kSector) * kSector : columns.out;
  if (useful < kSector || ceil_div(out, useful) > ceil_div(columns.out, tile.useful_columns))
    return 0;
  tile.useful_columns = useful;
  columns.out = out;
  return earlier;
}

/// One launch, tiles of side x side.
Planned<LaunchPlan> tile_launches(const Convolution& convolution, Packing packing, int side,
                                  const DeviceTraits& traits) {
  PerDim<AxisExtents> extents = extents_of(convolution, packing, false, traits);
  TileSpec tile;
  tile.name = "tiles";
  tile.useful_rows = side - static_cast<int>(convolution.taps.rows) + 1;
  tile.useful_columns = side - static_cast<int>(convolution.taps.columns) + 1;
  if (tile.useful_rows < side / 4 || tile.useful_columns < side / 4)
    return NoPlan{fmt::format("{}x{} taps leave too little of tiles of {}x{}",
                              convolution.taps.rows, convolution.taps.columns, side, side)};
  const auto row = axis_transform_of(side, false, kAllElements, traits),
             column = axis_transform_of(side, true, kAllElements, traits);
  const auto shape = tile_shape(side);
  if (!row || !column || !shape)
    return NoPlan{fmt::format("there are no tiles of {}x{}", side, side)};
  tile.rows = tile.columns = *shape;
  tile.columns.lines_adjacent = true;
  if (shared_bytes_of(tile) > traits.shared_bytes || shape->threads * side > traits.block_threads)
    return NoPlan{fmt::format("tiles of {}x{} do not fit a block of {} ({} KiB of shared memory)",
                              side, side, traits.name, traits.shared_bytes / 1024)};
  // Threads of larger blocks have 64 registers, which stores to shared words exceed on some GPUs.
  constexpr int kMostThreadsOfSharedWords = 768;
  if (traits_of(convolution.output.type).is_packed() &&
      shape->threads * side > kMostThreadsOfSharedWords)
    return NoPlan{
        fmt::format("tiles of {}x{} leave too few registers for samples of {}, which share words",
                    side, side, to_string(convolution.output.type))};
  const int earlier = align(tile, extents[Dim::column], convolution, packing, side);
  std::vector<Step> steps{{Dim::column, Step::Part::whole, *row},
                          {Dim::row, Step::Part::whole, *column}};
  return TileLaunches(convolution, packing, std::move(steps), extents, earlier)
      .plan(std::move(tile), traits);
}

/// Why tiles do not do a convolution, or empty.
std::string tile_obstacle(const Convolution& convolution) {
  if (convolution.output.slices.extent > 1 || convolution.taps.slices > 1 ||
      convolution.input.slices.extent > 1)
    return "tiles have two dimensions";
  if (is_double(convolution)) return "tiles are in single precision";
  if (mixed_channels(convolution) > 1) return "the convolution mixes channels";
  if (std::string reason = needs_exact_spectrum(convolution); !reason.empty()) return reason;
  return too_many_samples(convolution);
}

}  // namespace

Offer offer_gpu_tiles(const Convolution& convolution, const DeviceTraits& traits) {
  if (std::string reason = tile_obstacle(convolution); !reason.empty())
    return {{}, std::move(reason)};
  const Extent out = convolution.output.extent();
  GpuOffer offer("tile", convolution, traits);
  const bool may_be_alone = is_complex(convolution) || (out.rows == 1 && out.columns == 1);
  for (const Packing packing : packings_of(convolution))
    if (packing != Packing::none || may_be_alone)
      for (const int side : kTileSides)
        offer.add(tile_launches(convolution, packing, side, traits), packing);
  return std::move(offer).all();
}

}  // namespace fftcore
