// SPDX-License-Identifier: LGPL-2.1-or-later
#include "plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "channel_mask.h"

namespace fftcore {

std::string products_text(std::int64_t products) {
  return fmt::format("{} outer product{}", products, products == 1 ? "" : "s");
}

namespace {

struct GeometryText {
  std::string operator()(const TilePlan& tile) const {
    return fmt::format(
        "1 pass: {}x{} tiles of {}x{}, {}x{} of each useful, in {} pairs, {} columns at a time",
        tile.grid.rows, tile.grid.columns, tile.fft.rows, tile.fft.columns, tile.useful.rows,
        tile.useful.columns, tile.pairs, tile.lanes);
  }
  std::string operator()(const PartitionPlan& plan) const {
    return fmt::format(
        "{}x{} blocks of {}x{}, {}x{} of each useful, {}x{} at a time; {}x{} partitions of {}x{} "
        "taps",
        plan.grid.rows, plan.grid.columns, plan.fft.rows, plan.fft.columns, plan.useful.rows,
        plan.useful.columns, plan.window.rows, plan.window.columns, plan.partitions.rows,
        plan.partitions.columns, plan.partition.rows, plan.partition.columns);
  }
  std::string operator()(const ThreePassPlan& pass) const {
    return fmt::format("3 passes: padded to {}x{}, {} columns at a time", pass.fft.rows,
                       pass.fft.columns, pass.lanes);
  }
  std::string operator()(const FivePassPlan& pass) const {
    return fmt::format("5 passes: padded to {}x{}x{}, {} columns at a time", pass.fft.slices,
                       pass.fft.rows, pass.fft.columns, pass.lanes);
  }
  std::string operator()(const DirectPlan& plan) const {
    const std::string tiles = fmt::format("{}x{} tiles of {}x{}", plan.grid.rows, plan.grid.columns,
                                          plan.tile.rows, plan.tile.columns);
    if (plan.products == 0) return tiles + ", taps as they are";
    return fmt::format("{}, {}, then columns, of taps that are at most {}", tiles,
                       plan.shares_rows ? "all rows" : "rows", products_text(plan.products));
  }
  std::string operator()(const LaunchPlan& launches) const { return to_string(launches); }
};

std::string shape_name(const LineShape& shape) {
  return fmt::format("{}={}/{}x{}x{}", shape.length, fmt::join(shape.radices, "*"), shape.threads,
                     shape.lines, shape.exchange_buffers);
}

struct GeometryName {
  std::string operator()(const LaunchPlan& plan) const {
    std::string text;
    for (const PlannedLaunch& launch : plan.run) {
      text += fmt::format("{}{} ", text.empty() ? "" : ", ", name_of(launch.spec));
      if (const auto* tile = std::get_if<TileSpec>(&launch.spec))
        text += fmt::format("{} {}", shape_name(tile->rows), shape_name(tile->columns));
      else if (const auto* direct = std::get_if<DirectSpec>(&launch.spec))
        text += fmt::format("tiles={} strips={}/{}x{}{}", direct->shape.tile_rows,
                            direct->shape.rows, direct->shape.threads, direct->shape.tap_rows,
                            direct->pixel > 1 ? " pixels" : "");
      else
        text += shape_name(std::get<LineSpec>(launch.spec).shape);
    }
    return text;
  }
  template <class Geometry>
  std::string operator()(const Geometry& geometry) const {
    return GeometryText{}(geometry);
  }
};

std::string low_rank_text(const LowRankPlan& plan) {
  std::vector<std::string> milliseconds;
  for (const double ns : plan.cost_ns) milliseconds.push_back(fmt::format("{:.2f}", ns / 1e6));
  return fmt::format("\n    beside it separable: {}, estimated {} ms of one core",
                     GeometryText{}(plan.geometry), fmt::join(milliseconds, ", "));
}

/// Rule and variant.
std::string title_of(const Plan& plan) {
  return plan.variant.empty() ? plan.rule : fmt::format("{}, {}", plan.rule, plan.variant);
}

}  // namespace

std::string name_of(const Plan& plan) {
  return fmt::format("{}: {}", title_of(plan), std::visit(GeometryName{}, plan.geometry));
}

std::vector<int> filtered_channels(const Convolution& convolution) {
  std::vector<int> channels;
  for (int c = 0; c < static_cast<int>(convolution.input.channels.extent); ++c)
    if (!is_in_mask(c, convolution.skipped_channels)) channels.push_back(c);
  return channels;
}

double image_bytes(const Convolution& convolution) {
  const auto bytes = [](const Layout& layout) {
    const SampleTraits traits = traits_of(layout.type);
    double samples = static_cast<double>(traits.bytes) / traits.samples;
    for (const Axis& axis :
         {layout.columns, layout.rows, layout.channels, layout.slices, layout.frames})
      samples *= static_cast<double>(axis.extent);
    return samples;
  };
  return bytes(convolution.input) + bytes(convolution.output);
}

std::string cost_text(const Plan& plan) {
  return std::holds_alternative<LaunchPlan>(plan.geometry)
             ? fmt::format("{:.1f} us", plan.cost_ns / 1e3)
             : fmt::format("{:.2f} ms of one core", plan.cost_ns / 1e6);
}

std::string to_string(const Plan& plan) {
  return fmt::format(
      "{}: {}\n    {:.1f} Mflop, {:.2f} MB, workspace {:.2f} MB, estimated {}; chosen {}{}",
      title_of(plan), std::visit(GeometryText{}, plan.geometry), plan.flops / 1e6, plan.bytes / 1e6,
      static_cast<double>(plan.workspace_bytes) / 1e6, cost_text(plan),
      plan.measured ? fmt::format("as measured: {:.1f} us, the least of {} candidates",
                                  plan.measured->microseconds, plan.measured->candidates)
                    : "by the cost model",
      plan.low_rank ? low_rank_text(*plan.low_rank) : "");
}

}  // namespace fftcore
