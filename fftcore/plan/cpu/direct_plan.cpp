// SPDX-License-Identifier: LGPL-2.1-or-later
#include "direct_plan.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "arithmetic.h"
#include "bank.h"
#include "canonical.h"
#include "ceil_div.h"
#include "cost.h"
#include "sample_formulas.h"

namespace fftcore {
namespace {

/// Rows a multiple of 4 KiB apart would all fall into the same cache sets.
std::int64_t row_stride(std::int64_t floats) {
  const std::int64_t whole = ceil_div(floats, 16) * 16;
  return whole % 1024 == 0 ? whole + 16 : whole;
}

double floats_of(const DirectMemory& memory) {
  return static_cast<double>(memory.rings * memory.ring_rows) *
             static_cast<double>(memory.ring_stride) +
         static_cast<double>(memory.line + kDirectRows * memory.sums_stride);
}

double shared_floats_of(const DirectMemory& memory) {
  return static_cast<double>(memory.shared * memory.shared_rows) *
         static_cast<double>(memory.shared_stride);
}

/// Floats of rows that a row of sums needs at once.
double window_of(const Convolution& convolution, const DirectPlan& plan) {
  return static_cast<double>(plan.products * (convolution.taps.rows + kDirectRows - 1)) *
         static_cast<double>(plan.tile.columns * channels_together(convolution, plan.products));
}

/// Rows of more products take more memory than they save time.
bool may_share_rows(const Convolution& convolution, std::int64_t products, int threads) {
  constexpr std::int64_t kMostProducts = 3;
  return threads > 1 && products > 0 && products <= kMostProducts &&
         planes_of(convolution, products) < threads &&
         fixed_point_memory(convolution, {.tile = {1, 1}, .grid = {1, 1}, .products = products})
                 .stride == 0;
}

double bytes_of(const FixedPointMemory& memory) {
  return static_cast<double>(2 * (memory.ring_rows + 1) + 1) * static_cast<double>(memory.stride);
}

/// As many parts as `parts`, of a multiple of `unit` each but for the last.
std::int64_t part_of(std::int64_t whole, std::int64_t parts, std::int64_t unit) {
  return std::min(ceil_div(ceil_div(whole, parts), unit) * unit, whole);
}

/// Powers of two; and three times those where threads are a multiple of three.
std::int64_t next_parts(std::int64_t parts, int threads) {
  if (threads % 3 != 0 || parts == 1) return 2 * parts;
  return parts % 3 == 0 ? parts / 3 * 4 : parts / 2 * 3;
}

/// So many tasks of one step: the last round of them may leave threads idle. Threads that have
/// other work too end apart, the more so the larger tasks are.
double step_cost(std::int64_t tasks, double task_ns, int threads) {
  const double rounds = static_cast<double>(ceil_div(tasks, threads) * threads);
  return (rounds + 0.1 * (threads - 1)) * task_ns + kStepCostNs;
}

double cost_of(const Convolution& convolution, const DirectPlan& plan, const DeviceTraits& traits) {
  const std::int64_t together = channels_together(convolution, plan.products),
                     planes = planes_of(convolution, plan.products);
  const double floats = floats_of(direct_memory(convolution, plan)) +
                        (plan.shares_rows ? window_of(convolution, plan) : 0);
  double tile_ns =
      direct_cost({plan.tile.rows, plan.tile.columns * together}, convolution.taps, plan.products,
                  !sums_in_image(convolution, plan), filters_of_frame(convolution, 0).count,
                  4 * floats, plan.shares_rows, traits);
  if (plan.grid.columns > 1 && traits.threads > 1)
    tile_ns += kNsPerSharedRow * static_cast<double>(plan.tile.rows) /
               static_cast<double>(plan.grid.columns);
  const double ns = step_cost(planes * plan.grid.rows * plan.grid.columns, tile_ns, traits.threads);
  if (!plan.shares_rows) return ns;
  const double row_ns = shared_row_cost(convolution.output.columns.extent * together,
                                        convolution.taps.columns, plan.products, traits);
  return ns + step_cost(planes * ceil_div(extended_rows(convolution), kSharedRows),
                        kSharedRows * row_ns, traits.threads);
}

}  // namespace

std::string not_direct(const Convolution& convolution) {
  if (is_complex(convolution)) return "sums of samples times taps are of real numbers";
  if (is_double(convolution)) return "sums of samples times taps are in single precision";
  if (mixed_channels(convolution) > 1) return "channels mix, and each is filtered by itself";
  if (convolution.input.slices.extent > 1 || convolution.taps.slices > 1)
    return "its tiles have two dimensions";
  return {};
}

bool sums_in_image(const Convolution& convolution, const DirectPlan& plan) {
  // Sums of more products take so long that copies of rows cost little, and are faster to read:
  // rows of an image may lie where they drive each other out of the cache.
  constexpr std::int64_t kMostTaps = 9;
  const auto are_floats = [](const Layout& layout) {
    return layout.type == SampleType::f32 && layout.columns.stride == 1;
  };
  return plan.products == 0 && convolution.taps.rows > 1 &&
         convolution.taps.rows * convolution.taps.columns <= kMostTaps &&
         are_floats(convolution.input) && are_floats(convolution.output) && convolution.bias == 0 &&
         !is_reversed(convolution) && !load_formula(convolution).exists() &&
         !store_formula(convolution).exists();
}

std::int64_t channels_together(const Convolution& convolution, std::int64_t products) {
  const Layout &in = convolution.input, &out = convolution.output;
  if (in.channels.extent == 1) return 1;
  const auto are_pixels = [](const Layout& layout) {
    const SampleTraits traits = traits_of(layout.type);
    return layout.is_interleaved() && traits.is_whole() && !traits.is_packed();
  };
  // What is copied is filtered first, too: of few channels, by few taps.
  constexpr std::int64_t kLeastOfCopied = 3, kMostTaps = 64;
  const Extent taps = convolution.taps;
  const std::int64_t each = products > 0 ? taps.rows + taps.columns : taps.rows * taps.columns;
  const int copied = std::popcount(convolution.skipped_channels);
  const bool is_possible =
      are_pixels(in) && are_pixels(out) && in.channels.extent == out.channels.extent &&
      (copied == 0 || (kLeastOfCopied * copied <= in.channels.extent && each <= kMostTaps)) &&
      convolution.mixing == Mixing::none && !is_reversed(convolution) &&
      !load_formula(convolution).exists() && !store_formula(convolution).exists();
  return is_possible ? in.channels.extent : 1;
}

std::int64_t planes_of(const Convolution& convolution, std::int64_t products) {
  const std::int64_t channels =
      channels_together(convolution, products) > 1 ? 1 : std::ssize(filtered_channels(convolution));
  return convolution.input.frames.extent * channels;
}

std::int64_t extended_rows(const Convolution& convolution) {
  return convolution.output.rows.extent + convolution.taps.rows - 1;
}

DirectMemory direct_memory(const Convolution& convolution, const DirectPlan& plan) {
  const std::int64_t together = channels_together(convolution, plan.products),
                     whole = convolution.output.columns.extent,
                     sums = row_stride(plan.tile.columns * together + kDirectOverrun),
                     line = row_stride(((plan.shares_rows ? whole : plan.tile.columns) +
                                        convolution.taps.columns - 1) *
                                           together +
                                       kDirectOverrun);
  DirectMemory memory;
  if (plan.shares_rows)
    return {.rings = 0,
            .line = line,
            .sums_stride = sums,
            .shared = plan.products,
            .shared_rows = planes_of(convolution, plan.products) * extended_rows(convolution),
            .shared_stride = row_stride(whole * together + kDirectOverrun)};
  memory.rings = std::max<std::int64_t>(plan.products, 1);
  memory.ring_rows = convolution.taps.rows + kDirectRows - 1;
  memory.ring_stride = plan.products > 0 ? sums : line;
  memory.line = plan.products > 0 ? line : 0;
  memory.sums_stride = sums;
  return memory;
}

FixedPointMemory fixed_point_memory(const Convolution& convolution, const DirectPlan& plan) {
  const bool is_possible =
      plan.products > 0 && convolution.input.type == SampleType::u8 &&
      convolution.output.type == SampleType::u8 && convolution.bias == 0 &&
      std::max(convolution.taps.rows, convolution.taps.columns) <= kMostFixedPointTaps &&
      !is_reversed(convolution) && !load_formula(convolution).exists() &&
      !store_formula(convolution).exists();
  if (!is_possible) return {};
  const std::int64_t together = channels_together(convolution, plan.products);
  return {convolution.taps.rows,
          row_stride((plan.tile.columns + kMostFixedPointTaps - 1) * together + kDirectOverrun),
          together};
}

Plan direct_plan(const Convolution& convolution, std::int64_t products,
                 const DeviceTraits& traits) {
  const Extent out = convolution.output.extent(), taps = convolution.taps;
  Plan plan;
  plan.cost_ns = -1;
  const auto try_tiles = [&](DirectPlan tiles) {
    tiles.grid = {ceil_div(out.rows, tiles.tile.rows), ceil_div(out.columns, tiles.tile.columns)};
    const double cost_ns = cost_of(convolution, tiles, traits);
    if (plan.cost_ns >= 0 && plan.cost_ns <= cost_ns) return;
    plan.cost_ns = cost_ns;
    plan.geometry = tiles;
  };
  const bool may_share = may_share_rows(convolution, products, traits.threads);
  for (std::int64_t down = 1; down == 1 || down <= ceil_div(out.rows, kDirectRows);
       down = next_parts(down, traits.threads))
    for (std::int64_t across = 1; across == 1 || across <= ceil_div(out.columns, kDirectColumns);
         across *= 2) {
      const Extent tile{part_of(out.rows, down, kDirectRows),
                        part_of(out.columns, across, kDirectColumns)};
      try_tiles({.tile = tile, .grid = {}, .products = products});
      if (may_share && down > 1)
        try_tiles({.tile = tile, .grid = {}, .products = products, .shares_rows = true});
    }
  const auto& tiles = std::get<DirectPlan>(plan.geometry);
  const double outputs = static_cast<double>(out.rows) * static_cast<double>(out.columns) *
                         static_cast<double>(filtered_channels(convolution).size()) *
                         static_cast<double>(convolution.output.frames.extent);
  plan.flops = 2 * outputs *
               (products > 0 ? static_cast<double>(products * (taps.rows + taps.columns))
                             : static_cast<double>(taps.rows) * static_cast<double>(taps.columns));
  plan.bytes = image_bytes(convolution);
  const DirectMemory memory = direct_memory(convolution, tiles);
  plan.workspace_bytes = whole_bytes(
      traits.threads * (4 * floats_of(memory) + bytes_of(fixed_point_memory(convolution, tiles))) +
      4 * shared_floats_of(memory));
  return plan;
}

}  // namespace fftcore
