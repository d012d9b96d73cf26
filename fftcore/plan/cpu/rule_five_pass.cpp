// SPDX-License-Identifier: LGPL-2.1-or-later
// A whole volume at once: rows R2C; columns forward; slices forward, multiply, inverse; columns
// inverse; rows C2R.
#include <algorithm>

#include "bank.h"
#include "cost.h"
#include "fast_size.h"
#include "planner.h"

namespace fftcore {

Offer offer_five_pass(const Convolution& problem, const DeviceTraits& traits) {
  const Extent out = problem.output.extent();
  const Extent image = problem.input.extent();
  const Extent kernel = problem.taps;
  if (image.slices == 1 && kernel.slices == 1) return {{}, "it has three dimensions"};
  const Extent fft{fast_size(out.rows + kernel.rows - 1),
                   fast_size(out.columns + kernel.columns - 1, 2),
                   fast_size(out.slices + kernel.slices - 1)};
  const std::int64_t lanes = lanes_for(fft.rows);
  const std::int64_t blocks = (fft.columns / 2 + lanes) / lanes;
  const auto channels = static_cast<std::int64_t>(filtered_channels(problem).size());
  const std::int64_t frames = problem.input.frames.extent, results = problem.output.frames.extent,
                     mixed = mixed_channels(problem);
  const std::int64_t slices = std::max(image.slices, out.slices), plane = blocks * lanes * fft.rows;

  Plan plan;
  plan.rule = "five-pass";
  plan.geometry = FivePassPlan{fft, lanes};
  const double points =
      static_cast<double>(fft.rows * fft.columns) * static_cast<double>(fft.slices);
  const WorkCount work = work_of(problem);
  plan.flops = work.halves / 2 * transform_flops(points);
  plan.bytes = image_bytes(problem) + points * 4 * static_cast<double>(taps_needed(problem));
  const Extent slice{image.rows, out.columns + kernel.columns - 1};
  plan.cost_ns =
      work.products * product_cost(points / 2) + work.halves / 2 * volume_cost(fft, slice, out);
  plan.workspace_bytes =
      8 * (mixed * slices * (plane + blocks * lanes * std::max(image.rows, out.rows)) +
           plane * fft.slices *
               (taps_needed(problem) + (filters_of_frame(problem, 0).count > 1 ? mixed : 0))) +
      traits.threads * 8 * (mixed + 2) * lanes * std::max(fft.rows, fft.slices);

  plan.stages.push_back({"rows: R2C",
                         frames * channels * image.slices * image.rows,
                         {Unpack{problem.input.element, problem.edge, false}}});
  plan.stages.push_back({"columns: C2C forward", frames * channels * image.slices * blocks, {}});
  plan.stages.push_back({"slices: C2C forward, inverse",
                         results * channels * plane / kSliceLanes,
                         {MultiplySpectrum{}}});
  plan.stages.push_back({"columns: C2C inverse", results * channels * out.slices * blocks, {}});
  Stage last{
      "rows: C2R", results * channels * out.slices * out.rows, {Pack{problem.output.element}}};
  if (problem.copied_channels != 0) last.ops.push_back(CopyChannels{problem.copied_channels});
  plan.stages.push_back(std::move(last));
  return {{std::move(plan)}, {}};
}

}  // namespace fftcore
