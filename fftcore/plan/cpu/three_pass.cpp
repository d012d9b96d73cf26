// SPDX-License-Identifier: LGPL-2.1-or-later
// The whole frame at once: rows R2C; columns forward, multiply, inverse; rows C2R. It suits filters
// that are too large for tiles.
#include <algorithm>

#include "bank.h"
#include "cost.h"
#include "cpu_rules.h"

namespace fftcore {

Offer offer_three_passes(const Convolution& convolution, const DeviceTraits& traits) {
  const Extent out = convolution.output.extent();
  const Extent image = convolution.input.extent();
  if (image.slices > 1 || convolution.taps.slices > 1)
    return {{}, "the convolution has three dimensions"};
  const Extent taps = convolution.taps;
  const Extent fft = whole_transform({out.rows + taps.rows - 1, out.columns + taps.columns - 1});
  const std::int64_t lanes = lanes_for(fft.rows);
  const std::int64_t blocks = (fft.columns / 2 + lanes) / lanes;
  const std::int64_t work_rows = std::max(image.rows, out.rows);

  Plan plan;
  plan.rule = "three-pass";
  plan.geometry = ThreePassPlan{fft, lanes};
  const double points = static_cast<double>(fft.rows * fft.columns);
  const WorkCount work = work_of(convolution);
  plan.flops = work.transforms * transform_flops(points);
  plan.bytes =
      image_bytes(convolution) + points * 4 * static_cast<double>(taps_needed(convolution));
  plan.cost_ns =
      work.products * product_cost(points / 2) +
      work.transforms * frame_cost(fft, {image.rows, out.columns + taps.columns - 1}, out);
  const std::int64_t row_bytes = blocks * lanes * 8;
  const std::int64_t mixed = mixed_channels(convolution);
  const bool is_bank = filters_of_frame(convolution, 0).count > 1;
  plan.workspace_bytes = row_bytes * (mixed * (work_rows + (is_bank ? fft.rows : 0)) +
                                      taps_needed(convolution) * fft.rows + taps.rows) +
                         traits.threads * ((mixed + 2) * fft.rows * lanes * 8 + fft.columns * 4);

  return {{std::move(plan)}, {}};
}

}  // namespace fftcore
