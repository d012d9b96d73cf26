// SPDX-License-Identifier: LGPL-2.1-or-later
#include "half_spectrum.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "canonical.h"
#include "convolution_parts.h"
#include "gpu_offer.h"
#include "gpu_rules.h"
#include "launch_steps.h"
#include "stage_launches.h"

namespace fftcore {

Stages stages_for(const Convolution& convolution, Extent points) {
  const Origin origin = origin_of(convolution);
  const Extent in = convolution.input.extent(), out = convolution.output.extent();
  const bool is_fast = convolution.precision == Precision::fast;
  Stages stages;
  ForwardStage& forward = stages.forward;
  forward.image = convolution.input;
  forward.left_out = convolution.copied_channels;
  forward.edge = convolution.edge;
  forward.border.top = -origin.rows;
  forward.border.left = -origin.columns;
  forward.border.bottom = out.rows + convolution.taps.rows - 1 - in.rows - forward.border.top;
  forward.border.right =
      out.columns + convolution.taps.columns - 1 - in.columns - forward.border.left;
  forward.bias = convolution.bias;
  SpectrumLayout spectrum;
  spectrum.points = points;
  spectrum.channels = static_cast<std::int64_t>(filtered_channels(convolution).size());
  spectrum.element = is_fast ? Element::f16 : Element::f32;
  spectrum.transformed = Transformed::rows;
  spectrum.stored_rows = out.rows + convolution.taps.rows - 1;
  spectrum.normalized = is_fast;
  forward.spectrum = spectrum;

  MultiplyStage& multiply = stages.multiply;
  multiply.input = spectrum;
  multiply.taps = convolution.taps;
  multiply.mixing = convolution.mixing;
  multiply.operation = convolution.operation;
  multiply.output = spectrum;
  multiply.output.stored_rows = out.rows;
  multiply.output.normalized = is_product_normalized(multiply);

  stages.inverse.spectrum = multiply.output;
  stages.inverse.image = convolution.output;
  stages.inverse.left_out = convolution.copied_channels;
  stages.inverse.copies_left_out = convolution.copied_channels != 0;
  stages.inverse.bias = convolution.bias;
  return stages;
}

namespace {

/// Why a convolution has no such plan on any GPU, or empty.
std::string obstacle(const Convolution& convolution) {
  constexpr std::size_t kMostChannels = 16;
  if (std::string reason = needs_other_numbers(convolution); !reason.empty()) return reason;
  if (convolution.input.slices.extent > 1 || convolution.output.slices.extent > 1)
    return "volumes have no half spectra";
  if (convolution.input.frames.extent > 1 || convolution.filters > 1)
    return "half spectra are of one frame and one filter";
  if (convolution.operation == Operation::correlate_image)
    return "half spectra are of images that do not move";
  if (const std::size_t channels = filtered_channels(convolution).size();
      channels == 0 || channels > kMostChannels)
    return fmt::format("half spectra have 1 to {} channels, and the convolution has {}",
                       kMostChannels, channels);
  return {};
}

}  // namespace

Planned<LaunchPlan> half_spectrum_launches(const Convolution& convolution,
                                           const DeviceTraits& traits) {
  if (std::string reason = obstacle(convolution); !reason.empty()) return NoPlan{std::move(reason)};
  const Extent out = convolution.output.extent();
  const auto points = spectrum_points(
      {out.rows + convolution.taps.rows - 1, out.columns + convolution.taps.columns - 1}, traits);
  if (!points) return points.none();
  const Stages stages = stages_for(convolution, *points);
  auto plan = multiply_launches(stages.multiply, traits);
  const auto forward_plan = forward_launches(stages.forward, traits),
             inverse = inverse_launches(stages.inverse, traits);
  for (const auto* stage : {&std::as_const(plan), &forward_plan, &inverse})
    if (!*stage) return stage->none();
  if (plan->run.size() > 1) return NoPlan{"columns of all channels that mix do not fit a block"};

  PlannedLaunch forward = forward_plan->run.front(), middle = plan->run.front();
  forward.to = middle.from = Place::work_0;
  middle.to = Place::work_1;
  plan->bytes_of(Place::work_0) = static_cast<std::int64_t>(size_bytes(stages.forward.spectrum));
  plan->bytes_of(Place::work_1) = static_cast<std::int64_t>(size_bytes(stages.inverse.spectrum));
  const auto ended_by = [&](PlannedLaunch last) {
    last.from = Place::work_1;
    // Channels are copied from the input, whose planes may lie elsewhere than the output's.
    std::get<ImageStore>(std::get<LineSpec>(last.spec).store).copied =
        copied_channels(convolution.input, convolution.copied_channels);
    return std::vector<PlannedLaunch>{forward, middle, std::move(last)};
  };
  plan->run = ended_by(inverse->run.front());
  if (!inverse->run_unaligned.empty())
    plan->run_unaligned = ended_by(inverse->run_unaligned.front());
  return plan;
}

Offer offer_gpu_half_spectrum(const Convolution& convolution, const DeviceTraits& traits) {
  if (std::string reason = too_many_samples(convolution); !reason.empty())
    return {{}, std::move(reason)};
  GpuOffer offer("half-spectrum", convolution, traits);
  offer.add(half_spectrum_launches(convolution, traits), Packing::half_spectrum);
  Offer all = std::move(offer).all();
  // The cost model was fitted to the other plans. This one is not taken for a better one than they
  // are until it is measured.
  const Offer others = offer_gpu_passes(convolution, traits);
  if (!others.plans.empty())
    for (Plan& plan : all.plans)
      plan.cost_ns = std::max(plan.cost_ns, others.plans.front().cost_ns);
  return all;
}

}  // namespace fftcore
