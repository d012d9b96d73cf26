// SPDX-License-Identifier: LGPL-2.1-or-later
#include "launch_plan.h"

#include "overloaded.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fftcore {
namespace {

std::string shape_text(const LineShape& shape) {
  return fmt::format("{}{} = {}, {} threads a line, {} lines a block",
                     shape.chirped != 0 ? fmt::format("{} by chirps of ", shape.chirped) : "",
                     shape.length, fmt::join(shape.radices, "*"), shape.threads, shape.lines);
}

/// The steps, in order.
std::string_view work_text(const LineSpec& stage) {
  const bool has_product = product_of(stage.work) != nullptr;
  return std::visit(
      Overloaded{[&](const Forward&) { return has_product ? "forward, multiply" : "forward"; },
                 [&](const Inverse&) { return has_product ? "multiply, inverse" : "inverse"; },
                 [](const Convolve&) { return "forward, multiply, inverse"; },
                 [](const Correlate&) { return "forward, cross power, inverse"; },
                 [](const Multiply&) { return "multiply"; }},
      stage.work);
}

bool has_f16_spectra(const LineSpec& stage) {
  const auto* load = std::get_if<ComplexLoad>(&stage.load);
  const auto* store = std::get_if<ComplexStore>(&stage.store);
  const auto* bins = std::get_if<HermitianLoad>(&stage.load);
  return (load != nullptr && load->storage == Storage::f16) ||
         (bins != nullptr && bins->storage == Storage::f16) ||
         (store != nullptr && store->storage == Storage::f16);
}

bool has_packed_bins(const LineSpec& stage) {
  const auto* store = std::get_if<ComplexStore>(&stage.store);
  const auto* bins = std::get_if<HermitianLoad>(&stage.load);
  return (bins != nullptr && bins->is_packed) || (store != nullptr && store->packed_points != 0);
}

std::string text_of(const LineSpec& stage) {
  return fmt::format("{} lines of {}: {}{}{}{}", line_count(stage), shape_text(stage.shape),
                     work_text(stage), has_f16_spectra(stage) ? ", spectra as f16" : "",
                     has_packed_bins(stage) ? ", packed bins" : "",
                     stage.has_wide_indices ? ", 64-bit indices" : "");
}
std::string text_of(const TileSpec& tile) {
  return fmt::format(
      "{} tiles of {}x{}, {}x{} of each useful: rows of {}; columns of {}: forward, {}multiply, "
      "inverse",
      line_count(tile), tile.columns.length, tile.rows.length, tile.useful_rows,
      tile.useful_columns, shape_text(tile.rows), shape_text(tile.columns),
      tile.repeats == 1 ? "" : fmt::format("{} times ", tile.repeats));
}

std::string text_of(const DirectSpec& direct) {
  const StripShape& shape = direct.shape;
  const std::string how =
      direct.body == DirectBody::taps
          ? fmt::format("summed up directly, {} rows of taps at a time", shape.tap_rows)
      : direct.body == DirectBody::matrices ? std::string("as band matrices, in halves")
      : direct.body == DirectBody::transforms
          ? fmt::format("by transforms of two times {0}x{0} samples as matrices, in halves",
                        kTransformSide)
      : direct.body == DirectBody::bands
          ? fmt::format("as {} and {} band matrices of a row and a column, in halves",
                        direct.row_bands(), direct.column_bands())
      : direct.body == DirectBody::real_bands
          ? fmt::format("as {} and {} band matrices of a row and a column, in TF32 twice",
                        direct.row_bands(), direct.column_steps())
          : "as products, columns, then rows";
  return fmt::format(
      "{} tiles of {}x{}, {}x{} taps {}: strips of {}x{}, {} threads{}{}{}", line_count(direct),
      shape.tile_rows, direct.tile_columns(), direct.tap_rows, direct.tap_columns, how, shape.rows,
      kStripColumns, shape.threads, direct.loads_quads ? ", loads by four" : "",
      direct.stores_quads ? ", stores by four" : "",
      direct.pixel > 1
          ? fmt::format(", {} channels of pixels of {} samples", direct.channels(), direct.pixel)
          : "");
}

std::string text_of(const MovingSumSpec& sums) {
  return fmt::format("{} {}, {}sums of {} under {}x{}", line_count(sums),
                     sums.is_along_rows() ? "rows" : "columns", sums.is_whole() ? "whole " : "",
                     sums.is_centred ? "samples and squares" : "squares", sums.template_rows,
                     sums.template_columns);
}
std::string text_of(const PeakSpec& peaks) {
  const SurfaceGeometry& surface = peaks.surface;
  return fmt::format("{} peaks of each, {} x {} rows of {} candidates", peaks.peaks,
                     surface.templates, surface.rows, surface.cells());
}

std::string text_of(const DenoiseSpec& denoise) {
  return fmt::format(
      "{} strips of {} columns, {} segments of {} rows, {} channels: blocks of "
      "{}, {} beside each other, {} threads, {} KiB of shared memory{}",
      denoise.strips(), denoise.strip_columns(), denoise.segments(), denoise.segment_rows(),
      denoise.channels, denoise.block, denoise.lanes, denoise.threads(),
      denoise.shared_bytes() / 1024,
      denoise.outside == 0 ? ""
                           : fmt::format(", {} KiB outside", denoise.numbers_outside() * 4 / 1024));
}

std::string text_of(const WindowSpec& windows) {
  return fmt::format(
      "{} windows of {}x{}, lags up to {}: transforms of {}x{} = {}*{} x {}*{}, {} threads a "
      "window, "
      "{} windows beside each other, {} KiB of shared memory",
      windows.count, windows.window_rows, windows.window_columns,
      windows.search > 0 ? windows.search : std::max(windows.middle_row(), windows.middle_column()),
      windows.down.length(), windows.across.length(), windows.down.first, windows.down.last,
      windows.across.first, windows.across.last, windows.threads, windows.blocks_beside,
      windows.shared_bytes() / 1024);
}

std::string text_of(const FilterSpec& filters) {
  const WindowSpec& windows = filters.windows;
  return fmt::format(
      "{} windows of {}x{}, {} channels, and {} filters in {}: transforms of {}*{} x {}*{}, {} "
      "threads a window, {} windows beside each other, {} KiB of shared memory",
      windows.count, windows.window_rows, windows.window_columns, filters.channels(),
      filters.filters, filters.stored == Storage::f16 ? "f16" : "f32", windows.down.first,
      windows.down.last, windows.across.first, windows.across.last, windows.threads,
      windows.blocks_beside, windows.shared_bytes() / 1024);
}

std::string text_of(const NormSpec& norms) {
  return fmt::format("{} of {} rows of {} values", norms.least == 0 ? "norms" : "1 over norms",
                     norms.rows, norms.columns);
}

std::string text_of(const WarpSpec& warp) {
  return fmt::format("{}x{} samples to {}x{}, {} channels, {}{}, {}: blocks of {}x{} threads",
                     warp.input.rows, warp.input.columns, warp.output.rows, warp.output.columns,
                     warp.channels, to_string(warp.interpolation),
                     warp.is_projective ? ", projective" : "",
                     warp.keeps_outside ? "transparent" : to_string(warp.edge), warp.block_rows,
                     warp.block_columns);
}

}  // namespace

std::vector<const LaunchPlan*> all_of(const LaunchPlan& plan) {
  std::vector<const LaunchPlan*> all{&plan};
  for (const LaunchPlan& other : plan.otherwise)
    for (const LaunchPlan* one : all_of(other)) all.push_back(one);
  return all;
}

const std::string& name_of(const LaunchSpec& spec) {
  return std::visit([](const auto& one) -> const std::string& { return one.name; }, spec);
}

std::int64_t line_count(const LaunchSpec& spec) {
  if (const auto* peaks = std::get_if<PeakSpec>(&spec)) return peaks->surface.all_rows();
  if (const auto* sums = std::get_if<MovingSumSpec>(&spec)) switch (sums->part) {
      case MovingSumSpec::Part::rows: return sums->image.rows;
      case MovingSumSpec::Part::columns: return sums->columns();
      case MovingSumSpec::Part::whole_columns: return sums->image.columns;
      case MovingSumSpec::Part::whole_rows: return sums->rows();
    }
  if (const auto* denoise = std::get_if<DenoiseSpec>(&spec)) return denoise->all_blocks();
  if (const auto* norms = std::get_if<NormSpec>(&spec)) return norms->rows;
  if (const auto* warp = std::get_if<WarpSpec>(&spec)) return warp->output.rows;
  if (const auto* windows = std::get_if<WindowSpec>(&spec)) return windows->count;
  if (const auto* filters = std::get_if<FilterSpec>(&spec)) return filters->windows.count;
  const auto* stage = std::get_if<LineSpec>(&spec);
  const auto* direct = std::get_if<DirectSpec>(&spec);
  const PerDim<int>& counts = stage != nullptr    ? stage->lines
                              : direct != nullptr ? direct->tiles
                                                  : std::get<TileSpec>(spec).tiles;
  std::int64_t lines = 1;
  for (const Dim dim : kAllDims) lines *= counts[dim];
  return lines;
}

std::int64_t shared_bytes_of(const TileSpec& tile) {
  constexpr std::int64_t kValueBytes = 8;
  return kValueBytes * tile_elements(tile);
}

std::int64_t work_bytes(const LaunchPlan& plan) {
  std::int64_t bytes = 0;
  for (const PlaceEntry& entry : kPlaceTable)
    if (entry.is_programs) bytes += aligned_work(plan.bytes_of(entry.place));
  return bytes;
}

std::string to_string(const LaunchPlan& plan) {
  std::string text = fmt::format("{} {} (and {} to set the spectrum)", plan.run.size(),
                                 plan.run.size() == 1 ? "launch" : "launches",
                                 plan.prepare.size() + plan.set_taps.size());
  for (const PlannedLaunch& launch : plan.run)
    text += fmt::format("\n    {}: {}; {} to {}", name_of(launch.spec),
                        std::visit([](const auto& spec) { return text_of(spec); }, launch.spec),
                        to_string(launch.from), to_string(launch.to));
  for (const LaunchPlan& other : plan.otherwise)
    text += fmt::format("\n  where taps are no sum of up to {} outer products:\n    {}",
                        plan.kept_taps->most_products, to_string(other));
  return text;
}

}  // namespace fftcore
