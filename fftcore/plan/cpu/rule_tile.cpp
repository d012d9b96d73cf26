// SPDX-License-Identifier: LGPL-2.1-or-later
// Overlap-save in tiles that stay in one core's cache, two real tiles (or channels) a complex
// transform.
#include <fmt/format.h>

#include <algorithm>

#include "bank.h"
#include "cost.h"
#include "fast_size.h"
#include "planner.h"

namespace fftcore {
namespace {

constexpr std::int64_t kMostPoints = 512 * 512;

std::int64_t ceil_div(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}

struct Candidate {
  TilePlan tile;
  std::int64_t pairs = 0;  ///< tasks; each transforms mixed_channels()
  double cost_ns = 0;
};

Candidate weigh(const Convolution& problem, Extent fft, const DeviceTraits& traits) {
  const Extent out = problem.output.extent();
  // The grid that the tile size calls for, then tiles no larger than the grid needs: all of about
  // equal use.
  const Extent most{fft.rows - problem.taps.rows + 1, fft.columns - problem.taps.columns + 1};
  const Extent grid{ceil_div(out.rows, most.rows), ceil_div(out.columns, most.columns)};
  Candidate candidate;
  const Extent useful{ceil_div(out.rows, grid.rows), ceil_div(out.columns, grid.columns)};
  candidate.tile = {fft, useful, grid, lanes_for(fft.rows)};
  candidate.pairs = problem.input.frames.extent * tile_sets(problem) *
                    ceil_div(grid.rows * grid.columns * channels_of_set(problem), 2);
  // The last round of pairs may leave threads idle.
  const double rounds =
      static_cast<double>(ceil_div(candidate.pairs, traits.threads)) * traits.threads;
  const Extent input{useful.rows + problem.taps.rows - 1,
                     useful.columns + problem.taps.columns - 1};
  const auto mixed = static_cast<double>(mixed_channels(problem)),
             kernels = static_cast<double>(filters_of_frame(problem, 0).count);
  const double points = static_cast<double>(fft.rows * fft.columns);
  candidate.cost_ns = rounds * (mixed * (1 + kernels) / 2 * tile_cost(fft, input, useful, traits) +
                                mixed * (mixed - 1) * kernels * product_cost(points)) +
                      kStepCostNs;
  return candidate;
}

}  // namespace

Offer offer_tile(const Convolution& problem, const DeviceTraits& traits) {
  const Extent kernel = problem.taps;
  if (problem.input.slices.extent > 1 || kernel.slices > 1)
    return {{}, "tiles have two dimensions"};
  if (kernel.rows * kernel.columns > kMostPoints)
    return {{},
            fmt::format("a tile of at most {} points cannot hold {}x{} taps", kMostPoints,
                        kernel.rows, kernel.columns)};
  const Extent out = problem.output.extent();
  const Extent whole{fast_size(out.rows + kernel.rows - 1),
                     fast_size(out.columns + kernel.columns - 1)};

  std::optional<Candidate> best;
  for (const std::int64_t rows : candidate_sizes(kernel.rows, whole.rows)) {
    for (const std::int64_t columns : candidate_sizes(kernel.columns, whole.columns)) {
      if (rows * columns > kMostPoints) break;
      const Candidate candidate = weigh(problem, {rows, columns}, traits);
      if (!best || candidate.cost_ns < best->cost_ns) best = candidate;
    }
  }
  if (!best)
    return {{},
            fmt::format("no tile of at most {} points holds {}x{} taps", kMostPoints, kernel.rows,
                        kernel.columns)};

  Plan plan;
  plan.rule = "tile";
  plan.geometry = best->tile;
  const double points = static_cast<double>(best->tile.fft.rows * best->tile.fft.columns);
  const std::int64_t mixed = mixed_channels(problem), kernels = filters_of_frame(problem, 0).count;
  plan.flops = static_cast<double>(best->pairs * mixed * (1 + kernels)) * transform_flops(points);
  plan.bytes = image_bytes(problem) + points * 8 * static_cast<double>(taps_needed(problem));
  plan.cost_ns = best->cost_ns;
  plan.workspace_bytes =
      static_cast<std::int64_t>(points) * 8 *
      ((traits.threads + 1) * mixed * (kernels > 1 ? 2 : 1) + taps_needed(problem));
  Stage stage{"tiles: C2C forward, inverse",
              best->pairs,
              {Unpack{problem.input.element, problem.edge, true}, MultiplySpectrum{},
               Pack{problem.output.element}}};
  if (problem.copied_channels != 0) stage.ops.push_back(CopyChannels{problem.copied_channels});
  plan.stages.push_back(std::move(stage));
  return {{std::move(plan)}, {}};
}

}  // namespace fftcore
