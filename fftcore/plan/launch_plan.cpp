// SPDX-License-Identifier: LGPL-2.1-or-later
#include "launch_plan.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "line_shape_for.h"

namespace fftcore {
namespace {

std::string_view to_string(Work work) {
  switch (work) {
    case Work::forward: return "forward";
    case Work::inverse: return "inverse";
    case Work::convolve: return "forward, multiply, inverse";
    case Work::correlate: return "forward, cross power, inverse";
    case Work::multiply: return "multiply";
  }
  return "";
}

std::string shape_text(const LineShape& shape) {
  return fmt::format("{} = {}, {} threads a line, {} lines a block", shape.length, fmt::join(shape.radices, "*"), shape.threads, shape.lines);
}

double transforms_of(const StageSpec& stage) { return stage.work == Work::convolve || stage.work == Work::correlate ? 1.0 + stage.repeats : 1.0; }

/// With a product before or after.
std::string work_text(const StageSpec& stage) {
  const std::string_view work = to_string(stage.work);
  if (!stage.multiply || stage.work == Work::convolve || stage.work == Work::multiply) return std::string(work);
  return stage.work == Work::forward ? fmt::format("{}, multiply", work) : fmt::format("multiply, {}", work);
}

double line_flops(const LineShape& shape) { return 5.0 * shape.length * std::log2(shape.length); }

bool has_halves(const StageSpec& stage) {
  const auto* load = std::get_if<ComplexLoad>(&stage.load);
  const auto* store = std::get_if<ComplexStore>(&stage.store);
  const auto* bins = std::get_if<HermitianLoad>(&stage.load);
  return (load != nullptr && load->storage == Storage::f16) || (bins != nullptr && bins->storage == Storage::f16) || (store != nullptr && store->storage == Storage::f16);
}

std::string text_of(const StageSpec& stage) {
  return fmt::format("{} lines of {}: {}{}", line_count(stage), shape_text(stage.shape), work_text(stage), has_halves(stage) ? ", spectra as f16" : "");
}
std::string text_of(const TileSpec& tile) {
  return fmt::format("{} tiles of {}x{}, {}x{} of each useful: rows of {}; columns of {}: forward, multiply, inverse", line_count(tile), tile.columns.length,
                     tile.rows.length, tile.useful_rows, tile.useful_columns, shape_text(tile.rows), shape_text(tile.columns));
}

std::string text_of(const WindowSpec& windows) {
  const bool is_rows = windows.part == WindowSpec::Part::rows;
  return fmt::format("{} {}, sums of {} under {}x{}", is_rows ? windows.image.rows : windows.columns(), is_rows ? "rows" : "columns",
                     windows.is_centred ? "samples and squares" : "squares", windows.pattern_rows, windows.pattern_columns);
}
std::string text_of(const PeakSpec& peaks) {
  const ScoreGeometry& surface = peaks.surface;
  const std::string of = fmt::format("{} x {} rows of {} offers", surface.patterns, surface.rows, surface.cells());
  return peaks.part == PeakSpec::Part::rows ? "the best of each row, " + of : fmt::format("{} peaks of each, {}", peaks.peaks, of);
}

}  // namespace

std::string_view to_string(Place place) {
  switch (place) {
    case Place::input: return "input";
    case Place::output: return "output";
    case Place::source: return "source";
    case Place::work_0: return "work 0";
    case Place::work_1: return "work 1";
    case Place::taps: return "taps";
    case Place::spectrum: return "spectrum";
    case Place::own_spectrum: return "own spectrum";
    case Place::sums: return "sums";
    case Place::windows: return "windows";
    case Place::offers: return "offers";
    case Place::bests: return "rows' best";
    case Place::found: return "found";
  }
  return "";
}

const std::string& name_of(const LaunchSpec& spec) {
  return std::visit([](const auto& one) -> const std::string& { return one.name; }, spec);
}

std::int64_t line_count(const LaunchSpec& spec) {
  if (const auto* peaks = std::get_if<PeakSpec>(&spec)) return peaks->surface.all_rows();
  if (const auto* windows = std::get_if<WindowSpec>(&spec)) return windows->part == WindowSpec::Part::rows ? windows->image.rows : windows->columns();
  const auto* stage = std::get_if<StageSpec>(&spec);
  const PerDim<int>& counts = stage != nullptr ? stage->lines : std::get<TileSpec>(spec).tiles;
  std::int64_t lines = 1;
  for (const Dim dim : kAllDims) lines *= counts[dim];
  return lines;
}

int tiles_beside(const TileSpec& tile) {
  constexpr int kThreads = 1024;  // that there are registers for
  return std::max(1, kThreads / (tile.rows.lines * tile.rows.threads));
}

double launch_cost(const LaunchSpec& spec, const DeviceTraits& traits) {
  const double count = static_cast<double>(line_count(spec));
  const double units = std::max(1, traits.compute_units);
  // Fitted to an H200: launches follow each other 2.4 us apart, in which a multiprocessor does that much.
  constexpr double kStart = 227e3;
  if (const auto* stage = std::get_if<StageSpec>(&spec)) return kStart * units + count * line_cost(stage->shape) * transforms_of(*stage);
  // What tiles have in between stays on the chip. Those that share a multiprocessor fill each other's pauses; it takes as long as the
  // multiprocessor that has the most.
  constexpr double kAlone = 0.86, kBeside = 0.8;
  if (!std::holds_alternative<TileSpec>(spec)) return kStart * units;
  const auto& tile = std::get<TileSpec>(spec);
  const bool is_alone = 2 * shared_bytes_of(tile) > traits.shared_bytes || tiles_beside(tile) == 1;
  const double of_one = 2 * (tile.rows.lines * line_cost(tile.rows) + tile.columns.lines * line_cost(tile.columns));
  return kStart * units + (is_alone ? kAlone : kBeside) * of_one * units * std::ceil(count / units);
}

double launch_flops(const LaunchSpec& spec) {
  const double count = static_cast<double>(line_count(spec));
  if (const auto* stage = std::get_if<StageSpec>(&spec)) return count * line_flops(stage->shape) * transforms_of(*stage);
  if (!std::holds_alternative<TileSpec>(spec)) return 0;
  const auto& tile = std::get<TileSpec>(spec);
  return count * 2 * (tile.rows.lines * line_flops(tile.rows) + tile.columns.lines * line_flops(tile.columns));
}

std::int64_t shared_bytes_of(const TileSpec& tile) {
  constexpr std::int64_t kValueBytes = 8;
  return kValueBytes * tile_elements(tile);
}

std::string to_string(const LaunchPlan& plan) {
  std::string text = fmt::format("{} {} (and {} to set kernels)", plan.run.size(), plan.run.size() == 1 ? "launch" : "launches", plan.set_kernels.size());
  for (const PlannedLaunch& launch : plan.run)
    text += fmt::format("\n    {}: {}; {} to {}", name_of(launch.spec), std::visit([](const auto& spec) { return text_of(spec); }, launch.spec),
                        to_string(launch.from), to_string(launch.to));
  return text;
}

}  // namespace fftcore
