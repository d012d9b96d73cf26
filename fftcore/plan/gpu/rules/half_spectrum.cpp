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
#include "line_shape_for.h"
#include "sample_formulas.h"
#include "stage_launches.h"

namespace fftcore {

namespace {

/// Samples that a transform takes along an axis: those that outputs need or, where edges wrap and
/// it is as long as the image, all of the image.
std::int64_t samples_of(const Convolution& convolution, std::int64_t outputs, std::int64_t taps,
                        std::int64_t points) {
  const bool wraps = convolution.edge == EdgeMode::wrap && convolution.region == Region::same;
  return wraps && points == outputs && taps <= outputs ? outputs : outputs + taps - 1;
}

}  // namespace

Stages stages_for(const Convolution& convolution, Extent points) {
  const Origin origin = origin_of(convolution);
  const Extent in = convolution.input.extent(), out = convolution.output.extent();
  const std::int64_t rows = samples_of(convolution, out.rows, convolution.taps.rows, points.rows),
                     columns = samples_of(convolution, out.columns, convolution.taps.columns,
                                          points.columns);
  const bool is_fast = convolution.precision == Precision::fast;
  Stages stages;
  ForwardStage& forward = stages.forward;
  forward.image = convolution.input;
  forward.skipped_channels = convolution.skipped_channels;
  forward.edge = convolution.edge;
  forward.border.top = -origin.rows;
  forward.border.left = -origin.columns;
  forward.border.bottom = rows - in.rows - forward.border.top;
  forward.border.right = columns - in.columns - forward.border.left;
  forward.bias = convolution.bias;
  SpectrumLayout spectrum;
  spectrum.points = points;
  spectrum.channels = static_cast<std::int64_t>(filtered_channels(convolution).size());
  spectrum.type = is_fast ? SampleType::f16 : SampleType::f32;
  spectrum.transformed = Transformed::rows;
  spectrum.stored_rows = rows;
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
  multiply.formula = convolution.spectrum;
  if (!convolution.spectrum.empty()) multiply.code = convolution.code;

  stages.inverse.spectrum = multiply.output;
  stages.inverse.image = convolution.output;
  stages.inverse.skipped_channels = convolution.skipped_channels;
  stages.inverse.copies_skipped = convolution.skipped_channels != 0;
  stages.inverse.bias = convolution.bias;
  return stages;
}

namespace {

/// Why a convolution has no such plan on any GPU, or empty.
std::string half_spectrum_obstacle(const Convolution& convolution) {
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

double spectrum_bytes(const Plan& plan) {
  return static_cast<double>(std::get<LaunchPlan>(plan.geometry).bytes_of(Place::spectrum));
}

/// As many points as the image has samples, for edges that wrap.
Planned<Extent> circular_points(const Convolution& convolution, const DeviceTraits& traits) {
  const Extent out = convolution.output.extent(), taps = convolution.taps;
  if (convolution.edge != EdgeMode::wrap || convolution.region != Region::same)
    return NoPlan{"edges do not wrap"};
  if (taps.rows > out.rows || taps.columns > out.columns)
    return NoPlan{"there are more taps than samples"};
  if (out.columns % 2 != 0)
    return NoPlan{fmt::format(
        "real rows of an odd number of samples ({}) are padded; even numbers are possible",
        out.columns)};
  if (!line_shape_of(out.columns / 2, false, 1, traits))
    return NoPlan{fmt::format("rows of {} points have no transform in a block", out.columns)};
  if (taps.rows > 1 && !line_shape_of(out.rows, true, 8, traits))
    return NoPlan{fmt::format("columns of {} points have no transform in a block", out.rows)};
  return out;
}

}  // namespace

Planned<LaunchPlan> half_spectrum_launches(const Convolution& convolution,
                                           const DeviceTraits& traits, bool circular) {
  if (std::string reason = half_spectrum_obstacle(convolution); !reason.empty())
    return NoPlan{std::move(reason)};
  if (!circular)
    if (std::string reason = needs_exact_spectrum(convolution); !reason.empty())
      return NoPlan{std::move(reason)};
  const Extent out = convolution.output.extent(), taps = convolution.taps;
  Planned<Extent> points =
      circular
          ? circular_points(convolution, traits)
          : spectrum_points({out.rows + taps.rows - 1, out.columns + taps.columns - 1}, traits);
  if (!points) return points.none();
  const Stages stages = stages_for(convolution, *points);
  auto plan = launches_of(stages.multiply, traits);
  const auto forward_plan = launches_of(stages.forward, traits),
             inverse = launches_of(stages.inverse, traits);
  for (const auto* stage : {&std::as_const(plan), &forward_plan, &inverse})
    if (!*stage) return stage->none();

  // Columns in launches of their own go from work_1 by way of work_0 to work_1.
  std::vector<PlannedLaunch> begun = plan->run;
  const Place first = begun.size() == 1 ? Place::work_0 : Place::work_1;
  begun.front().from = first;
  begun.back().to = Place::work_1;
  begun.insert(begun.begin(), forward_plan->run.front());
  begun.front().to = first;
  std::get<ImageLoad>(std::get<LineSpec>(begun.front().spec).load).formula =
      load_formula(convolution);
  const auto reserve = [&](Place place, const SpectrumLayout& spectrum) {
    plan->bytes_of(place) =
        std::max(plan->bytes_of(place), static_cast<std::int64_t>(size_bytes(spectrum)));
  };
  reserve(first, stages.forward.spectrum);
  reserve(Place::work_1, stages.inverse.spectrum);
  const auto ended_by = [&](PlannedLaunch last) {
    last.from = Place::work_1;
    ImageStore& store = std::get<ImageStore>(std::get<LineSpec>(last.spec).store);
    // Channels are copied from the input, whose planes may lie elsewhere than the output's.
    store.copied = copied_channels(convolution.input, convolution.skipped_channels);
    set_formula(store, convolution);
    std::vector<PlannedLaunch> all = begun;
    all.push_back(std::move(last));
    return all;
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
  for (const bool circular : {false, true})
    offer.add(half_spectrum_launches(convolution, traits, circular), Packing::half_spectrum);
  Offer all = std::move(offer).all();
  const Offer others = offer_gpu_passes(convolution, traits);
  if (others.plans.empty()) return all;
  const Plan& other = others.plans.front();
  constexpr double kMuchLess = 0.75;
  for (Plan& plan : all.plans) {
    // Where channels mix and the taps' spectra leave the cache, these are what a run waits for.
    const double ratio = spectrum_bytes(plan) / spectrum_bytes(other);
    if (mixed_channels(convolution) > 1 && ratio <= kMuchLess &&
        spectrum_bytes(plan) > static_cast<double>(traits.cache_bytes))
      plan.cost_ns = other.cost_ns * ratio;
    else
      // The cost model was fitted to the other plans. This one is not taken for a better one than
      // they are until it is measured.
      plan.cost_ns = std::max(plan.cost_ns, other.cost_ns);
  }
  return all;
}

}  // namespace fftcore
