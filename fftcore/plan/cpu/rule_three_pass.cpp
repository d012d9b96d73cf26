// SPDX-License-Identifier: LGPL-2.1-or-later
// The whole frame at once: rows R2C; columns forward, multiply, inverse; rows C2R. For kernels too
// large for tiles.
#include <algorithm>

#include "bank.h"
#include "cost.h"
#include "fast_size.h"
#include "planner.h"

namespace fftcore {

Offer offer_three_pass(const Convolution& problem, const DeviceTraits& traits) {
  const Extent out = problem.output.extent();
  const Extent image = problem.input.extent();
  if (image.slices > 1 || problem.taps.slices > 1) return {{}, "it has two dimensions"};
  // Even rows, so that every engine's real transform can do them.
  const Extent fft{fast_size(out.rows + problem.taps.rows - 1),
                   fast_size(out.columns + problem.taps.columns - 1, 2)};
  const std::int64_t lanes = lanes_for(fft.rows);
  const std::int64_t blocks = (fft.columns / 2 + lanes) / lanes;
  const auto channels = static_cast<std::int64_t>(filtered_channels(problem).size());
  const std::int64_t work_rows = std::max(image.rows, out.rows);

  Plan plan;
  plan.rule = "three-pass";
  plan.geometry = ThreePassPlan{fft, lanes};
  const double points = static_cast<double>(fft.rows * fft.columns);
  const WorkCount work = work_of(problem);
  plan.flops = work.halves / 2 * transform_flops(points);
  plan.bytes = image_bytes(problem) + points * 4 * static_cast<double>(taps_needed(problem));
  plan.cost_ns =
      work.products * product_cost(points / 2) +
      work.halves / 2 * frame_cost(fft, {image.rows, out.columns + problem.taps.columns - 1}, out);
  const std::int64_t row_bytes = blocks * lanes * 8;
  const std::int64_t mixed = mixed_channels(problem), frames = problem.input.frames.extent;
  const bool is_bank = filters_of_frame(problem, 0).count > 1;
  plan.workspace_bytes = row_bytes * (mixed * (work_rows + (is_bank ? fft.rows : 0)) +
                                      taps_needed(problem) * fft.rows + problem.taps.rows) +
                         traits.threads * ((mixed + 2) * fft.rows * lanes * 8 + fft.columns * 4);

  plan.stages.push_back({"rows: R2C",
                         frames * channels * image.rows,
                         {Unpack{problem.input.element, problem.edge, false}}});
  if (is_bank) {
    plan.stages.push_back({"columns: C2C forward", channels * blocks, {}});
    plan.stages.push_back({"columns of each kernel: C2C inverse",
                           problem.filters * channels * blocks,
                           {MultiplySpectrum{}}});
  } else {
    plan.stages.push_back(
        {"columns: C2C forward, inverse", frames * channels * blocks, {MultiplySpectrum{}}});
  }
  Stage last{"rows: C2R",
             problem.output.frames.extent * channels * out.rows,
             {Pack{problem.output.element}}};
  if (problem.copied_channels != 0) last.ops.push_back(CopyChannels{problem.copied_channels});
  plan.stages.push_back(std::move(last));
  return {{std::move(plan)}, {}};
}

}  // namespace fftcore
