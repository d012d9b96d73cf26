// SPDX-License-Identifier: LGPL-2.1-or-later
#include "half_spectrum_launches.h"

#include <fmt/format.h>

#include <utility>

#include "canonical.h"
#include "fftcore/error.h"
#include "launch_steps.h"
#include "plan.h"
#include "spectrum_launches.h"

namespace fftcore {

Stages stages_for(const Convolution& problem, Extent points) {
  const Origin origin = origin_of(problem);
  const Extent in = problem.input.extent(), out = problem.output.extent();
  const bool is_fast = problem.precision == Precision::fast;
  Stages stages;
  ForwardStage& forward = stages.forward;
  forward.image = problem.input;
  forward.left_out = problem.copied_channels;
  forward.edge = problem.edge;
  forward.border.top = -origin.rows;
  forward.border.left = -origin.columns;
  forward.border.bottom = out.rows + problem.taps.rows - 1 - in.rows - forward.border.top;
  forward.border.right = out.columns + problem.taps.columns - 1 - in.columns - forward.border.left;
  forward.bias = problem.bias;
  SpectrumLayout spectrum;
  spectrum.points = points;
  spectrum.channels = static_cast<std::int64_t>(filtered_channels(problem).size());
  spectrum.element = is_fast ? Element::f16 : Element::f32;
  spectrum.transformed = Transformed::rows;
  spectrum.stored_rows = out.rows + problem.taps.rows - 1;
  spectrum.normalized = is_fast;
  forward.spectrum = spectrum;

  MultiplyStage& multiply = stages.multiply;
  multiply.input = spectrum;
  multiply.taps = problem.taps;
  multiply.mixing = problem.mixing;
  multiply.operation = problem.operation;
  multiply.output = spectrum;
  multiply.output.stored_rows = out.rows;
  multiply.output.normalized = is_product_normalized(multiply);

  stages.inverse.spectrum = multiply.output;
  stages.inverse.image = problem.output;
  stages.inverse.left_out = problem.copied_channels;
  stages.inverse.copies_left_out = problem.copied_channels != 0;
  stages.inverse.bias = problem.bias;
  return stages;
}

ConvolutionOffer half_spectrum_launches(const Convolution& problem, const DeviceTraits& traits) {
  constexpr std::size_t kMostChannels = 16;
  if (problem.input.slices.extent > 1 || problem.output.slices.extent > 1)
    return {{}, "volumes have no half spectra"};
  if (problem.input.frames.extent > 1 || problem.filters > 1)
    return {{}, "half spectra are of one frame and one kernel"};
  if (problem.operation == Operation::correlate_image)
    return {{}, "half spectra are of images that do not move"};
  if (const std::size_t channels = filtered_channels(problem).size();
      channels == 0 || channels > kMostChannels)
    return {{},
            fmt::format("half spectra have 1 to {} channels, and this has {}", kMostChannels,
                        channels)};
  try {
    const Extent out = problem.output.extent();
    const Stages stages = stages_for(
        problem,
        spectrum_points({out.rows + problem.taps.rows - 1, out.columns + problem.taps.columns - 1},
                        traits));
    LaunchPlan plan = multiply_launches(stages.multiply, traits);
    if (plan.run.size() > 1)
      return {{}, "columns of channels that mix do not fit a block together"};
    PlannedLaunch forward = forward_launches(stages.forward, traits).run.front(),
                  middle = plan.run.front();
    forward.to = middle.from = Place::work_0;
    middle.to = Place::work_1;
    plan.bytes_of(Place::work_0) = static_cast<std::int64_t>(size_bytes(stages.forward.spectrum));
    plan.bytes_of(Place::work_1) = static_cast<std::int64_t>(size_bytes(stages.inverse.spectrum));
    const LaunchPlan inverse = inverse_launches(stages.inverse, traits);
    const auto ended_by = [&](PlannedLaunch last) {
      last.from = Place::work_1;
      // As they lie in the input, whose planes may be elsewhere than the output's.
      std::get<ImageStore>(std::get<LineSpec>(last.spec).store).copied =
          copied_channels(problem.input, problem.copied_channels);
      return std::vector<PlannedLaunch>{forward, middle, std::move(last)};
    };
    plan.run = ended_by(inverse.run.front());
    if (!inverse.run_unaligned.empty())
      plan.run_unaligned = ended_by(inverse.run_unaligned.front());
    return {std::move(plan), {}};
  } catch (const Unsupported& error) {
    return {{}, error.what()};
  }
}

}  // namespace fftcore
