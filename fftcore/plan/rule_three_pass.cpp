// SPDX-License-Identifier: LGPL-2.1-or-later
// The whole frame at once: rows R2C; columns forward, multiply, inverse; rows C2R. For kernels too large for tiles.
#include <algorithm>

#include "cost.h"
#include "fast_size.h"
#include "planner.h"

namespace fftcore {

Offer offer_three_pass(const Problem& problem, const DeviceTraits& traits) {
  const Extent out = problem.output.extent();
  const Extent image = problem.input.extent();
  // Even rows, so that every engine's real transform can do them.
  const Extent fft{fast_size(out.rows + problem.kernel.rows - 1), fast_size(out.columns + problem.kernel.columns - 1, 2)};
  const std::int64_t lanes = lanes_for(fft.rows);
  const std::int64_t blocks = (fft.columns / 2 + lanes) / lanes;
  const auto channels = static_cast<std::int64_t>(filtered_channels(problem).size());
  const std::int64_t work_rows = std::max(image.rows, out.rows);

  Plan plan;
  plan.rule = "three-pass";
  plan.geometry = ThreePassPlan{fft, lanes};
  const double points = static_cast<double>(fft.rows * fft.columns);
  const double count = static_cast<double>(channels);
  plan.flops = count * transform_flops(points);
  plan.bytes = image_bytes(problem) + points * 4;
  plan.cost_ns = count * frame_cost(fft, {image.rows, out.columns + problem.kernel.columns - 1}, out);
  const std::int64_t row_bytes = blocks * lanes * 8;
  plan.workspace_bytes = row_bytes * (work_rows + fft.rows + problem.kernel.rows) + traits.threads * (2 * fft.rows * lanes * 8 + fft.columns * 4);

  plan.stages.push_back({"rows: R2C", channels * image.rows, {Unpack{problem.input.element, problem.edge, false}}});
  plan.stages.push_back({"columns: C2C forward, inverse", channels * blocks, {MultiplySpectrum{}}});
  Stage last{"rows: C2R", channels * out.rows, {Pack{problem.output.element}}};
  if (problem.copied_channels != 0) last.ops.push_back(CopyChannels{problem.copied_channels});
  plan.stages.push_back(std::move(last));
  return {std::move(plan), {}};
}

}  // namespace fftcore
