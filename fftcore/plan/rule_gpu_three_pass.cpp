// SPDX-License-Identifier: LGPL-2.1-or-later
// Three launches on a GPU: rows forward from pixels; columns forward, multiply, inverse; rows inverse to pixels. Each channel is cut in an
// upper and a lower half, with the overlap that each needs, which travel as one complex image: columns are half as long.
#include <fmt/format.h>

#include <cmath>

#include "line_shape_for.h"
#include "planner.h"

namespace fftcore {
namespace {

/// Kernels know pixels side by side, or planes.
bool is_plain(const Layout& layout) { return layout.is_interleaved() || layout.columns.stride == 1; }

}  // namespace

Offer offer_gpu_three_pass(const Problem& problem, const DeviceTraits& traits) {
  if (!is_plain(problem.input) || !is_plain(problem.output))
    return {std::nullopt, "only images of pixels side by side, or of planes, are read on a GPU"};
  if (problem.input.frames.extent > 1 || problem.output.frames.extent > 1 || problem.kernels > 1 || problem.mixing != Mixing::none)
    return {std::nullopt, "several frames or kernels at once, and kernels that mix channels, are done by the cpu backend only"};
  if (problem.input.slices.extent > 1 || problem.kernel.slices > 1) return {std::nullopt, "volumes are done by the cpu backend only"};
  const Extent out = problem.output.extent();
  const std::int64_t half = (out.rows + 1) / 2;
  const std::int64_t line_rows = half + problem.kernel.rows - 1;
  const std::int64_t line_columns = out.columns + problem.kernel.columns - 1;
  const auto rows = line_shape_for(line_columns, false, traits);
  if (!rows) return {std::nullopt, fmt::format("rows of {} points do not fit a block of {} ({} KiB of shared memory)", line_columns, traits.name, traits.shared_bytes / 1024)};
  const auto columns = line_shape_for(line_rows, true, traits);
  if (!columns) return {std::nullopt, fmt::format("columns of {} points do not fit a block of {} ({} KiB of shared memory)", line_rows, traits.name, traits.shared_bytes / 1024)};

  const auto channels = static_cast<std::int64_t>(filtered_channels(problem).size());
  const std::int64_t n = rows->length;
  const std::int64_t p = columns->length;
  Plan plan;
  plan.rule = "three-pass";
  plan.geometry = GpuThreePassPlan{*rows, *columns, half};
  const double count = static_cast<double>(channels);
  plan.flops = 5 * count * (static_cast<double>(n * (line_rows + half)) * std::log2(n) + 2 * static_cast<double>(n * p) * std::log2(p));
  plan.bytes = image_bytes(problem) + static_cast<double>(n * p) * 8 + 2 * count * static_cast<double>(n * (line_rows + half)) * 8;
  plan.cost_ns = count * (static_cast<double>(line_rows + half) * line_cost(*rows) + 2 * static_cast<double>(n) * line_cost(*columns)) / 1000;
  plan.workspace_bytes = (channels * n * (line_rows + half) + 2 * n * p) * 8;
  plan.stages.push_back({"rows: C2C forward", channels * line_rows, {Unpack{problem.input.element, problem.edge, true}}});
  plan.stages.push_back({"columns: C2C forward, inverse", channels * n, {MultiplySpectrum{}}});
  plan.stages.push_back({"rows: C2C inverse", channels * half, {Pack{problem.output.element}}});
  if (problem.copied_channels != 0) plan.stages.front().ops.push_back(CopyChannels{problem.copied_channels});
  return {std::move(plan), {}};
}

}  // namespace fftcore
