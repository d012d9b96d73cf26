// SPDX-License-Identifier: LGPL-2.1-or-later
#include "launch_cost.h"

#include <algorithm>
#include <cmath>

#include "direct_cost.h"
#include "line_shape_for.h"

namespace fftcore {
namespace {

double line_flops(const LineShape& shape) {
  return 5.0 * line_points(shape) * std::log2(line_points(shape));
}

double transforms_of(const LineSpec& stage) {
  const bool goes_back =
      std::holds_alternative<Convolve>(stage.work) || std::holds_alternative<Correlate>(stage.work);
  return goes_back ? 1.0 + repeats_of(stage.work) : 1.0;
}

}  // namespace

int tiles_beside(const TileSpec& tile) {
  constexpr int kThreads = 1024;  // a multiprocessor has registers for so many
  return std::max(1, kThreads / (tile.rows.lines * tile.rows.threads));
}

double launch_cost(const LaunchSpec& spec, const DeviceTraits& traits) {
  const double count = static_cast<double>(line_count(spec));
  const double units = std::max(1, traits.compute_units);
  // Launches follow each other 2.4 us apart. A multiprocessor does that much in the meantime.
  constexpr double kStart = 227e3;
  if (const auto* stage = std::get_if<LineSpec>(&spec))
    return kStart * units + count * line_cost(stage->shape) * transforms_of(*stage);
  // Values of a tile stay on the chip. Tiles that share a multiprocessor fill each other's pauses.
  // The launch takes as long as the multiprocessor that has the most tiles.
  constexpr double kAlone = 0.86, kBeside = 0.8;
  if (const auto* direct = std::get_if<DirectSpec>(&spec))
    return kStart * units + direct_cost(*direct, traits);
  if (!std::holds_alternative<TileSpec>(spec)) return kStart * units;
  const auto& tile = std::get<TileSpec>(spec);
  const bool is_alone = 2 * shared_bytes_of(tile) > traits.shared_bytes || tiles_beside(tile) == 1;
  const double of_one = (1 + tile.repeats) * (tile.rows.lines * line_cost(tile.rows) +
                                              tile.columns.lines * line_cost(tile.columns));
  return kStart * units + (is_alone ? kAlone : kBeside) * of_one * units * std::ceil(count / units);
}

double memory_slowness(const DeviceTraits& traits) {
  constexpr double kFitted = 4917;  // bytes in a nanosecond, of an H200
  return traits.memory_bytes_per_ns > 0 ? kFitted / traits.memory_bytes_per_ns : 1;
}

double launch_flops(const LaunchSpec& spec) {
  const double count = static_cast<double>(line_count(spec));
  if (const auto* stage = std::get_if<LineSpec>(&spec))
    return count * line_flops(stage->shape) * transforms_of(*stage);
  if (const auto* direct = std::get_if<DirectSpec>(&spec)) return direct_flops(*direct);
  if (!std::holds_alternative<TileSpec>(spec)) return 0;
  const auto& tile = std::get<TileSpec>(spec);
  return count * (1 + tile.repeats) *
         (tile.rows.lines * line_flops(tile.rows) + tile.columns.lines * line_flops(tile.columns));
}

}  // namespace fftcore
