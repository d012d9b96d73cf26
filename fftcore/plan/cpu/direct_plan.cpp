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

double cost_of(const Convolution& convolution, const DirectPlan& plan, const DeviceTraits& traits) {
  const std::int64_t together = channels_together(convolution, plan.products);
  const std::size_t channels = together > 1 ? 1 : filtered_channels(convolution).size();
  const double tiles = static_cast<double>(convolution.input.frames.extent) *
                       static_cast<double>(channels) * static_cast<double>(plan.grid.rows) *
                       static_cast<double>(plan.grid.columns);
  // The last round of tiles may leave threads idle.
  const double rounds = std::ceil(tiles / traits.threads) * traits.threads;
  const double bytes = 4 * floats_of(direct_memory(convolution, plan));
  double tile_ns = direct_cost({plan.tile.rows, plan.tile.columns * together}, convolution.taps,
                               plan.products, !sums_in_image(convolution, plan),
                               filters_of_frame(convolution, 0).count, bytes, traits);
  if (plan.grid.columns > 1 && traits.threads > 1)
    tile_ns += kNsPerSharedRow * static_cast<double>(plan.tile.rows) /
               static_cast<double>(plan.grid.columns);
  // Threads that have other work too end apart, the more so the larger tiles are.
  return (rounds + 0.1 * (traits.threads - 1)) * tile_ns + kStepCostNs;
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
    return layout.element == Element::f32 && layout.columns.stride == 1;
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
    const ElementTraits traits = traits_of(layout.element);
    return layout.is_interleaved() && traits.is_whole() && !traits.is_packed();
  };
  // What is copied is filtered first, too: of few channels, by few taps.
  constexpr std::int64_t kLeastOfCopied = 3, kMostTaps = 64;
  const Extent taps = convolution.taps;
  const std::int64_t each = products > 0 ? taps.rows + taps.columns : taps.rows * taps.columns;
  const int copied = std::popcount(convolution.copied_channels);
  const bool is_possible =
      are_pixels(in) && are_pixels(out) && in.channels.extent == out.channels.extent &&
      (copied == 0 || (kLeastOfCopied * copied <= in.channels.extent && each <= kMostTaps)) &&
      convolution.mixing == Mixing::none && !is_reversed(convolution) &&
      !load_formula(convolution).exists() && !store_formula(convolution).exists();
  return is_possible ? in.channels.extent : 1;
}

DirectMemory direct_memory(const Convolution& convolution, const DirectPlan& plan) {
  const std::int64_t together = channels_together(convolution, plan.products),
                     sums = row_stride(plan.tile.columns * together + kDirectOverrun),
                     line =
                         row_stride((plan.tile.columns + convolution.taps.columns - 1) * together +
                                    kDirectOverrun);
  DirectMemory memory;
  memory.rings = std::max<std::int64_t>(plan.products, 1);
  memory.ring_rows = convolution.taps.rows + kDirectRows - 1;
  memory.ring_stride = plan.products > 0 ? sums : line;
  memory.line = plan.products > 0 ? line : 0;
  memory.sums_stride = sums;
  return memory;
}

FixedPointMemory fixed_point_memory(const Convolution& convolution, const DirectPlan& plan) {
  const bool is_possible =
      plan.products > 0 && convolution.input.element == Element::u8 &&
      convolution.output.element == Element::u8 && convolution.bias == 0 &&
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
  for (std::int64_t down = 1; down == 1 || down <= ceil_div(out.rows, kDirectRows);
       down = next_parts(down, traits.threads))
    for (std::int64_t across = 1; across == 1 || across <= ceil_div(out.columns, kDirectColumns);
         across *= 2) {
      DirectPlan tiles{
          {part_of(out.rows, down, kDirectRows), part_of(out.columns, across, kDirectColumns)},
          {},
          products};
      tiles.grid = {ceil_div(out.rows, tiles.tile.rows), ceil_div(out.columns, tiles.tile.columns)};
      const double cost_ns = cost_of(convolution, tiles, traits);
      if (plan.cost_ns >= 0 && plan.cost_ns <= cost_ns) continue;
      plan.cost_ns = cost_ns;
      plan.geometry = tiles;
    }
  const auto& tiles = std::get<DirectPlan>(plan.geometry);
  const double outputs = static_cast<double>(out.rows) * static_cast<double>(out.columns) *
                         static_cast<double>(filtered_channels(convolution).size()) *
                         static_cast<double>(convolution.output.frames.extent);
  plan.flops = 2 * outputs *
               (products > 0 ? static_cast<double>(products * (taps.rows + taps.columns))
                             : static_cast<double>(taps.rows) * static_cast<double>(taps.columns));
  plan.bytes = image_bytes(convolution);
  plan.workspace_bytes =
      whole_bytes(traits.threads * (4 * floats_of(direct_memory(convolution, tiles)) +
                                    bytes_of(fixed_point_memory(convolution, tiles))));
  return plan;
}

}  // namespace fftcore
