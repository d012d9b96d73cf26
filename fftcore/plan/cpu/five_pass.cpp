// SPDX-License-Identifier: LGPL-2.1-or-later
// A whole volume at once: rows R2C; columns forward; slices forward, multiply, inverse; columns
// inverse; rows C2R.
#include <algorithm>

#include "bank.h"
#include "cost.h"
#include "cpu_rules.h"

namespace fftcore {

Offer offer_five_passes(const Convolution& convolution, const DeviceTraits& traits) {
  const Extent out = convolution.output.extent();
  const Extent image = convolution.input.extent();
  const Extent taps = convolution.taps;
  if (image.slices == 1 && taps.slices == 1) return {{}, "the convolution has two dimensions"};
  const Extent fft = whole_transform(
      {out.rows + taps.rows - 1, out.columns + taps.columns - 1, out.slices + taps.slices - 1});
  const std::int64_t lanes = lanes_for(fft.rows);
  const std::int64_t blocks = (fft.columns / 2 + lanes) / lanes;
  const std::int64_t mixed = mixed_channels(convolution);
  const std::int64_t slices = std::max(image.slices, out.slices), plane = blocks * lanes * fft.rows;

  Plan plan;
  plan.rule = "five-pass";
  plan.geometry = FivePassPlan{fft, lanes};
  const double points =
      static_cast<double>(fft.rows * fft.columns) * static_cast<double>(fft.slices);
  const WorkCount work = work_of(convolution);
  plan.flops = work.transforms * transform_flops(points);
  plan.bytes =
      image_bytes(convolution) + points * 4 * static_cast<double>(taps_needed(convolution));
  const Extent slice{image.rows, out.columns + taps.columns - 1};
  plan.cost_ns =
      work.products * product_cost(points / 2) + work.transforms * volume_cost(fft, slice, out);
  plan.workspace_bytes =
      8 * (mixed * slices * (plane + blocks * lanes * std::max(image.rows, out.rows)) +
           plane * fft.slices *
               (taps_needed(convolution) +
                (filters_of_frame(convolution, 0).count > 1 ? mixed : 0))) +
      traits.threads * 8 * (mixed + 2) * lanes * std::max(fft.rows, fft.slices);

  return {{std::move(plan)}, {}};
}

}  // namespace fftcore
