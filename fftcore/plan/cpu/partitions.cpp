// SPDX-License-Identifier: LGPL-2.1-or-later
#include "partitions.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "arithmetic.h"
#include "bank.h"
#include "ceil_div.h"
#include "cost.h"
#include "cpu_rules.h"
#include "fast_size.h"

namespace fftcore {
namespace {

/// Most points of a block: larger ones save little, and take memory.
constexpr std::int64_t kMostBlockPoints = std::int64_t{1} << 23;
/// Cost of a byte of memory, lest plans take much of it to save nothing.
constexpr double kNsPerByte = 0.05;
/// Most output blocks of a window along a row. More share no more loads of taps that count.
constexpr std::int64_t kMostWindowColumns = 16;

/// Ways to cut an axis: all in one block, or in blocks of 2^k and 3 * 2^k points.
std::vector<PartitionAxis> axes_for(std::int64_t outputs, std::int64_t taps,
                                    std::int64_t multiple_of) {
  const std::int64_t whole = fast_size(outputs + taps - 1, multiple_of);
  std::vector<PartitionAxis> axes;
  if (whole <= kMostBlockPoints) axes.push_back(axis_of_one(whole, outputs, taps));
  for (std::int64_t power = 8; power < std::min(whole, kMostBlockPoints); power *= 2)
    for (const std::int64_t fft : {power, 3 * power / 2}) {
      if (fft >= whole || fft > kMostBlockPoints) continue;
      if (fft - taps + 1 >= fft / 4) axes.push_back(axis_of_one(fft, outputs, taps));
      if (fft / 2 < taps) axes.push_back(axis_of_halves(fft, outputs, taps));
    }
  return axes;
}

/// As many as threads run, with idle ones at the end.
double rounds(std::int64_t tasks, const DeviceTraits& traits) {
  return static_cast<double>(ceil_div(tasks, traits.threads) * traits.threads);
}

Extent samples_of(const PartitionPlan& plan) {
  return {plan.useful.rows + plan.partition.rows - 1,
          plan.useful.columns + plan.partition.columns - 1};
}

/// Of one input frame and all that is made of it, on one core.
double frame_ns(const Convolution& convolution, const PartitionPlan& plan,
                const DeviceTraits& traits) {
  const auto mixed = mixed_channels(convolution);
  const auto filters = static_cast<double>(filters_of_frame(convolution, 0).count);
  const double parts = parts_of(convolution);
  const Extent blocks{plan.window.rows + plan.partitions.rows - 1,
                      plan.window.columns + plan.partitions.columns - 1};
  const std::int64_t windows = ceil_div(plan.grid.columns, plan.window.columns),
                     strips = ceil_div(plan.grid.rows, plan.window.rows);
  const double there = block_cost(plan.fft, samples_of(plan)),
               back = block_cost(plan.fft, plan.useful);
  // The first window of a strip transforms blocks that later ones find.
  const double forward =
      rounds(mixed * blocks.rows * plan.window.columns, traits) * static_cast<double>(windows) +
      rounds(mixed * blocks.rows * (blocks.columns - plan.window.columns), traits);
  const double inverse = rounds(plan.window.rows * plan.window.columns, traits) *
                         static_cast<double>(windows * mixed) * filters;
  const double sums = static_cast<double>(plan.window.rows * plan.window.columns) *
                      static_cast<double>(plan.partitions.rows * plan.partitions.columns) *
                      static_cast<double>(windows * mixed * mixed) * filters *
                      static_cast<double>(block_values(plan, parts_of(convolution)));
  const double steps = static_cast<double>(windows) * (1 + 2 * filters * double(mixed));
  return static_cast<double>(strips) *
         (parts * (forward * there + inverse * back) + kNsPerSum * sums + kStepCostNs * steps);
}

double memory(const Convolution& convolution, const PartitionPlan& plan,
              const DeviceTraits& traits) {
  const auto mixed = static_cast<double>(mixed_channels(convolution));
  const auto values = static_cast<double>(block_values(plan, parts_of(convolution)));
  const double inputs = static_cast<double>(plan.window.rows + plan.partitions.rows - 1) *
                        static_cast<double>(plan.window.columns + plan.partitions.columns - 1) *
                        mixed;
  const double outputs = static_cast<double>(plan.window.rows * plan.window.columns);
  const double taps = static_cast<double>(taps_needed(convolution)) *
                      static_cast<double>(plan.partitions.rows * plan.partitions.columns);
  // Each thread, and set_taps(): the rows of a block, and two blocks of columns or a row.
  const double row = static_cast<double>(plan.fft.columns) * parts_of(convolution) / 2;
  const double rows = plan.fft.rows == 1 ? 0
                                         : values + 2 * static_cast<double>(plan.fft.rows) *
                                                        static_cast<double>(plan.lanes);
  const double of_thread = row + rows;
  return static_cast<double>(value_bytes(convolution)) *
         ((inputs + outputs + taps) * values + (traits.threads + 1) * of_thread);
}

/// Windows to weigh for a grid of output blocks.
std::vector<Extent> windows_for(const PartitionAxis& rows, const PartitionAxis& columns) {
  std::vector<Extent> windows;
  for (std::int64_t down = rows.grid;; down = ceil_div(down, 2)) {
    for (std::int64_t across = kMostWindowColumns; across >= 1; across /= 4)
      if (across < 4 * columns.grid) windows.push_back({down, std::min(across, columns.grid)});
    if (down == 1) return windows;
  }
}

struct PartitionCandidate {
  PartitionPlan geometry;
  double cost_ns = 0;
  std::int64_t bytes = 0;
};

PartitionPlan geometry_of(const PartitionAxis& rows, const PartitionAxis& columns, Extent window) {
  return {.fft = {rows.fft, columns.fft},
          .useful = {rows.useful, columns.useful},
          .partition = {rows.partition, columns.partition},
          .partitions = {rows.partitions, columns.partitions},
          .grid = {rows.grid, columns.grid},
          .window = window,
          .lanes = lanes_for(rows.fft)};
}

PartitionCandidate weighed(const Convolution& convolution, const PartitionPlan& geometry,
                           const DeviceTraits& traits) {
  const double ns =
      precision_cost(convolution) *
      static_cast<double>(convolution.input.frames.extent * channel_sets(convolution)) *
      frame_ns(convolution, geometry, traits);
  const double bytes = memory(convolution, geometry, traits);
  return {geometry, ns + kNsPerByte * bytes, whole_bytes(bytes)};
}

Plan plan_of(const Convolution& convolution, const PartitionCandidate& candidate) {
  const PartitionPlan& geometry = candidate.geometry;
  Plan plan;
  plan.rule = "partitions";
  plan.geometry = geometry;
  const double points = static_cast<double>(geometry.fft.rows * geometry.fft.columns),
               blocks = static_cast<double>(geometry.grid.rows * geometry.grid.columns);
  plan.flops =
      work_of(convolution).transforms * parts_of(convolution) * blocks * transform_flops(points);
  plan.bytes = image_bytes(convolution) +
               static_cast<double>(value_bytes(convolution) * taps_needed(convolution)) *
                   static_cast<double>(geometry.partitions.rows * geometry.partitions.columns) *
                   static_cast<double>(block_values(geometry, parts_of(convolution)));
  plan.cost_ns = candidate.cost_ns;
  plan.workspace_bytes = candidate.bytes;
  return plan;
}

}  // namespace

PartitionAxis axis_of_one(std::int64_t fft, std::int64_t outputs, std::int64_t taps) {
  // Blocks are no larger than their number calls for, so that all are of about equal use.
  const std::int64_t most = fft - taps + 1, useful = ceil_div(outputs, ceil_div(outputs, most));
  return {fft, useful, taps, 1, ceil_div(outputs, useful)};
}

PartitionAxis axis_of_halves(std::int64_t fft, std::int64_t outputs, std::int64_t taps) {
  const std::int64_t half = (fft + 1) / 2;
  return {fft, half, half, ceil_div(taps, half), ceil_div(outputs, half)};
}

std::int64_t block_values(const PartitionPlan& plan, int parts) {
  const std::int64_t bins = parts == 2 ? plan.fft.columns : plan.fft.columns / 2 + 1;
  return ceil_div(bins, plan.lanes) * plan.lanes * plan.fft.rows;
}

Plan partition_plan(const Convolution& convolution, const PartitionAxis& rows,
                    const PartitionAxis& columns, Extent window, const DeviceTraits& traits) {
  return plan_of(convolution, weighed(convolution, geometry_of(rows, columns, window), traits));
}

Offer offer_partitions(const Convolution& convolution, const DeviceTraits& traits) {
  if (std::string reason = needs_exact_spectrum(convolution); !reason.empty())
    return {{}, std::move(reason)};
  if (convolution.input.slices.extent > 1 || convolution.taps.slices > 1)
    return {{}, "blocks have two dimensions; volumes go whole"};
  const Extent out = convolution.output.extent();
  std::optional<PartitionCandidate> best;
  const auto rank = [&](const PartitionCandidate& candidate) {
    return std::pair(std::max<std::int64_t>(candidate.bytes - traits.memory_bytes, 0),
                     candidate.cost_ns);
  };
  const auto across = axes_for(out.columns, convolution.taps.columns, 2);
  for (const PartitionAxis& rows : axes_for(out.rows, convolution.taps.rows, 1))
    for (const PartitionAxis& columns : across) {
      if (columns.fft > kMostBlockPoints / rows.fft) continue;
      for (const Extent window : windows_for(rows, columns))
        if (const PartitionCandidate candidate =
                weighed(convolution, geometry_of(rows, columns, window), traits);
            !best || rank(candidate) < rank(*best))
          best = candidate;
    }
  return {{plan_of(convolution, *best)}, {}};
}

}  // namespace fftcore
