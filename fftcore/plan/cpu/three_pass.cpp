// SPDX-License-Identifier: LGPL-2.1-or-later
// The whole frame at once: rows R2C (complex samples: C2C); columns forward, multiply, inverse;
// rows back. It suits filters that are too large for tiles.
#include <algorithm>

#include "arithmetic.h"
#include "bank.h"
#include "cost.h"
#include "cpu_rules.h"
#include "fast_size.h"

namespace fftcore {
namespace {

/// Points along each axis: those of samples and taps together. Where edges wrap, as the transform
/// does, the samples alone, if its engines are fast at as many. That has to save a quarter, since
/// the three stages pad whatever the edges, and results for small taps are to have their bits.
/// Where the spectrum has a formula it is the samples alone whatever that costs.
Extent points_of(const Convolution& convolution) {
  const Extent image = convolution.input.extent(), out = convolution.output.extent(),
               taps = convolution.taps;
  if (!convolution.spectrum.empty()) return image;
  const bool wraps = convolution.edge == EdgeMode::wrap && convolution.region == Region::same;
  const Extent padded = whole_transform({out.rows + taps.rows - 1, out.columns + taps.columns - 1});
  const bool rows_wrap = wraps && taps.rows <= image.rows && is_smooth(image.rows);
  const bool columns_wrap =
      wraps && taps.columns <= image.columns && image.columns % 2 == 0 && is_smooth(image.columns);
  const Extent wrapped{rows_wrap ? image.rows : padded.rows,
                       columns_wrap ? image.columns : padded.columns};
  return 4 * wrapped.rows * wrapped.columns <= 3 * padded.rows * padded.columns ? wrapped : padded;
}

}  // namespace

Offer offer_three_passes(const Convolution& convolution, const DeviceTraits& traits) {
  const Extent out = convolution.output.extent();
  const Extent image = convolution.input.extent();
  if (image.slices > 1 || convolution.taps.slices > 1)
    return {{}, "the convolution has three dimensions"};
  const Extent taps = convolution.taps;
  if (!convolution.spectrum.empty() && !is_complex(convolution) && image.columns % 2 != 0)
    return {{},
            "the spectrum has a formula, and real rows of an odd number of samples are padded; "
            "even numbers, and complex samples, are possible"};
  const Extent fft = points_of(convolution);
  const std::int64_t lanes = lanes_for(fft.rows);
  const std::int64_t blocks = is_complex(convolution) ? (fft.columns + lanes - 1) / lanes
                                                      : (fft.columns / 2 + lanes) / lanes;
  const std::int64_t work_rows = std::max(image.rows, out.rows);

  Plan plan;
  plan.rule = "three-pass";
  plan.geometry = ThreePassPlan{fft, lanes};
  const double points = static_cast<double>(fft.rows * fft.columns);
  const WorkCount work = work_of(convolution);
  // A transform of complex samples is as much work as two of real ones.
  const double parts = parts_of(convolution);
  plan.flops = work.transforms * parts * transform_flops(points);
  plan.bytes =
      image_bytes(convolution) +
      points * parts / 2 * static_cast<double>(value_bytes(convolution) * taps_needed(convolution));
  plan.cost_ns =
      parts * precision_cost(convolution) *
      (work.products * product_cost(points / 2) +
       work.transforms *
           frame_cost(fft, {image.rows, std::min(out.columns + taps.columns - 1, fft.columns)},
                      out));
  const auto value = static_cast<double>(value_bytes(convolution)),
             mixed = static_cast<double>(mixed_channels(convolution)),
             rows = static_cast<double>(fft.rows),
             row_bytes = static_cast<double>(blocks * lanes) * value;
  const bool is_bank = filters_of_frame(convolution, 0).count > 1;
  plan.workspace_bytes =
      whole_bytes(row_bytes * (mixed * (static_cast<double>(work_rows) + (is_bank ? rows : 0)) +
                               static_cast<double>(taps_needed(convolution)) * rows + 1) +
                  // each thread, and set_taps()
                  (traits.threads + 1) * ((mixed + 2) * rows * static_cast<double>(lanes) * value +
                                          static_cast<double>(fft.columns) * value / 2 * parts));

  return {{std::move(plan)}, {}};
}

}  // namespace fftcore
