// SPDX-License-Identifier: LGPL-2.1-or-later
// A whole volume at once: rows R2C; columns forward; slices forward, multiply, inverse; columns
// inverse; rows C2R.
#include <algorithm>

#include "arithmetic.h"
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
  const std::int64_t blocks = is_complex(convolution) ? (fft.columns + lanes - 1) / lanes
                                                      : (fft.columns / 2 + lanes) / lanes;
  const auto mixed = static_cast<double>(mixed_channels(convolution));
  const auto slices = static_cast<double>(std::max(image.slices, out.slices)),
             width = static_cast<double>(blocks * lanes),
             plane = width * static_cast<double>(fft.rows);

  Plan plan;
  plan.rule = "five-pass";
  plan.geometry = FivePassPlan{fft, lanes};
  const double points =
      static_cast<double>(fft.rows * fft.columns) * static_cast<double>(fft.slices);
  const WorkCount work = work_of(convolution);
  // A transform of complex samples is as much work as two of real ones.
  const double parts = parts_of(convolution);
  plan.flops = work.transforms * parts * transform_flops(points);
  plan.bytes =
      image_bytes(convolution) +
      points * parts / 2 * static_cast<double>(value_bytes(convolution) * taps_needed(convolution));
  const Extent slice{image.rows, out.columns + taps.columns - 1};
  plan.cost_ns =
      parts * precision_cost(convolution) *
      (work.products * product_cost(points / 2) + work.transforms * volume_cost(fft, slice, out));
  const auto value = static_cast<double>(value_bytes(convolution));
  plan.workspace_bytes = whole_bytes(
      value *
      (mixed * slices * (plane + width * static_cast<double>(std::max(image.rows, out.rows))) +
       plane * static_cast<double>(fft.slices) *
           (static_cast<double>(taps_needed(convolution)) +
            (filters_of_frame(convolution, 0).count > 1 ? mixed : 0)) +
       traits.threads * (mixed + 2) * static_cast<double>(lanes * std::max(fft.rows, fft.slices))));

  return {{std::move(plan)}, {}};
}

}  // namespace fftcore
