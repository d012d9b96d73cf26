// SPDX-License-Identifier: LGPL-2.1-or-later
// Overlap-save in tiles that stay in one core's cache. Two real tiles of a channel share a complex
// transform; complex ones have one each.
#include <fmt/format.h>

#include <algorithm>

#include "arithmetic.h"
#include "bank.h"
#include "ceil_div.h"
#include "cost.h"
#include "cpu_rules.h"
#include "fast_size.h"

namespace fftcore {
namespace {

constexpr std::int64_t kMostTilePoints = 512 * 512;

struct TileCandidate {
  TilePlan tile;
  double cost_ns = 0;
};

TileCandidate weigh(const Convolution& convolution, Extent fft, const DeviceTraits& traits) {
  const Extent out = convolution.output.extent();
  // The tile size calls for a grid. Tiles are then no larger than the grid needs, so that all of
  // them are of about equal use.
  const Extent most{fft.rows - convolution.taps.rows + 1,
                    fft.columns - convolution.taps.columns + 1};
  const Extent grid{ceil_div(out.rows, most.rows), ceil_div(out.columns, most.columns)};
  TileCandidate candidate;
  const Extent useful{ceil_div(out.rows, grid.rows), ceil_div(out.columns, grid.columns)};
  const std::int64_t pairs = convolution.input.frames.extent * channel_sets(convolution) *
                             ceil_div(grid.rows * grid.columns, is_complex(convolution) ? 1 : 2);
  candidate.tile = {fft, useful, grid, pairs, lanes_for(fft.rows)};
  // The last round of pairs may leave threads idle.
  const double rounds = static_cast<double>(ceil_div(pairs, traits.threads)) * traits.threads;
  const Extent input{useful.rows + convolution.taps.rows - 1,
                     useful.columns + convolution.taps.columns - 1};
  const auto mixed = static_cast<double>(mixed_channels(convolution)),
             filters = static_cast<double>(filters_of_frame(convolution, 0).count);
  const double points = static_cast<double>(fft.rows * fft.columns);
  candidate.cost_ns = rounds *
                          (mixed * (1 + filters) / 2 * tile_cost(fft, input, useful, traits) +
                           mixed * (mixed - 1) * filters * product_cost(points)) *
                          precision_cost(convolution) +
                      kStepCostNs;
  return candidate;
}

}  // namespace

Offer offer_tiles(const Convolution& convolution, const DeviceTraits& traits) {
  const Extent taps = convolution.taps;
  if (std::string reason = needs_exact_spectrum(convolution); !reason.empty())
    return {{}, std::move(reason)};
  if (convolution.input.slices.extent > 1 || taps.slices > 1)
    return {{}, "tiles have two dimensions"};
  if (taps.rows * taps.columns > kMostTilePoints)
    return {{},
            fmt::format("a tile of at most {} points cannot hold {}x{} taps", kMostTilePoints,
                        taps.rows, taps.columns)};
  const Extent out = convolution.output.extent();
  const Extent whole{fast_size(out.rows + taps.rows - 1),
                     fast_size(out.columns + taps.columns - 1)};

  std::optional<TileCandidate> best;
  for (const std::int64_t rows : candidate_sizes(taps.rows, whole.rows)) {
    for (const std::int64_t columns : candidate_sizes(taps.columns, whole.columns)) {
      if (rows * columns > kMostTilePoints) break;
      const TileCandidate candidate = weigh(convolution, {rows, columns}, traits);
      if (!best || candidate.cost_ns < best->cost_ns) best = candidate;
    }
  }
  if (!best)
    return {{},
            fmt::format("no tile of at most {} points holds {}x{} taps", kMostTilePoints, taps.rows,
                        taps.columns)};

  Plan plan;
  plan.rule = "tile";
  plan.geometry = best->tile;
  const double points = static_cast<double>(best->tile.fft.rows * best->tile.fft.columns);
  const std::int64_t mixed = mixed_channels(convolution),
                     filters = filters_of_frame(convolution, 0).count;
  plan.flops =
      static_cast<double>(best->tile.pairs * mixed * (1 + filters)) * transform_flops(points);
  plan.bytes = image_bytes(convolution) +
               points * static_cast<double>(value_bytes(convolution) * taps_needed(convolution));
  plan.cost_ns = best->cost_ns;
  // A thread has its channels' tiles, their spectra or a block of columns of each, up to two blocks
  // more, and a row twice. set_taps() has as much of one channel.
  const TilePlan& tile = best->tile;
  const std::int64_t block = tile.fft.rows * tile.lanes,
                     values = ceil_div(tile.fft.columns, tile.lanes) * block;
  const auto worker = [&](std::int64_t members, bool is_bank) {
    return members * (values + (is_bank ? values : block)) +
           (members > 1 || is_bank ? 2 : 1) * block + 2 * tile.fft.columns;
  };
  plan.workspace_bytes = whole_bytes(
      static_cast<double>(value_bytes(convolution)) *
      (static_cast<double>(traits.threads * worker(mixed, filters > 1) + worker(1, false)) +
       static_cast<double>(values) * static_cast<double>(taps_needed(convolution))));
  return {{std::move(plan)}, {}};
}

}  // namespace fftcore
