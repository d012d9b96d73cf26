// SPDX-License-Identifier: LGPL-2.1-or-later
#include "even_odd_launches.h"

#include "bank.h"
#include "canonical.h"
#include "launch_steps.h"
#include "line_shape_for.h"
#include "plan.h"

namespace fftcore {
namespace {

/// Whether they can be loaded and stored as pairs, if the first ones of all rows are aligned to
/// such.
bool has_real_pairs(const Layout& layout) {
  return (layout.element == Element::f32 || layout.element == Element::f16) && has_pairs(layout);
}

/// Why there is no such plan, or empty.
std::string_view obstacle(const Convolution& problem) {
  const std::int64_t samples = problem.input.columns.extent, taps = problem.taps.columns;
  if (problem.taps.rows > 1 || problem.taps.slices > 1)
    return "the kernel reaches over several rows";
  if (problem.edge != EdgeMode::wrap || problem.region != Region::same) return "edges do not wrap";
  if (samples % 2 != 0) return "rows are of an odd number of samples";
  if (taps > samples) return "taps are longer than a row";
  if (mixed_channels(problem) > 1 || problem.copied_channels != 0)
    return "channels are mixed or copied";
  return {};
}

}  // namespace

ConvolutionOffer even_odd_launches(const Convolution& problem, const DeviceTraits& traits) {
  if (const auto why = obstacle(problem); !why.empty()) return {{}, std::string(why)};
  const std::int64_t samples = problem.input.columns.extent, points = samples / 2;
  // Measured on an H200, opposites in one thread and images past the first-level cache: lines of
  // 4096 points take 5 % less time, of 2048 4 % more. That each block asks for the line of the
  // block a multiprocessor later takes 8 % off lines of 8192 points, and nothing off 16384.
  constexpr std::int64_t kLong = 4096;
  const auto shape = line_shape_of(points, false, kAllElements, traits);
  if (!shape) return {{}, "rows do not fit a block"};
  auto with_mirrors = points >= kLong ? line_shape_with_mirrors(points, traits) : std::nullopt;
  if (with_mirrors && with_mirrors->radices.size() > shape->radices.size()) with_mirrors.reset();
  const Step step{Dim::column, Step::Part::whole, AxisTransform{*shape, {}}};
  const std::vector<int> channels = filtered_channels(problem);
  const std::int64_t kernels_of_one = taps_needed(problem) / problem.filters;
  const bool is_diagonal = problem.mixing == Mixing::diagonal;

  LaunchPlan plan;
  plan.even_odd = EvenOdd{samples, origin_of(problem).columns};
  // The two sequences lie along Dim::slice.
  const ComplexArray spectrum{{1,
                               {{Dim::column, points},
                                {Dim::slice, 2},
                                {Dim::channel, kernels_of_one},
                                {Dim::frame, problem.filters}}}};
  plan.bytes_of(Place::taps) = plan.bytes_of(Place::spectrum) =
      spectrum.count() * 2 * size_bytes(Storage::f32);
  LineSpec taps;
  taps.name = "taps_rows_forward";
  PerDim<std::int64_t> places = spectrum.extent;
  set_lines(taps, places, step);
  taps.load = ComplexLoad{Storage::f32, strides_of(spectrum, step), kAllElements, 1};
  taps.store = ComplexStore{Storage::f32, strides_of(spectrum, step),
                            kAllElements, 1.0 / static_cast<double>(points),
                            false,        1};
  plan.set_taps.push_back({std::move(taps), Place::taps, Place::spectrum});

  LineSpec stage;
  stage.name = "rows_convolve";
  places = PerDim<std::int64_t>{1,
                                {{Dim::row, problem.input.rows.extent},
                                 {Dim::slice, problem.input.slices.extent},
                                 {Dim::channel, static_cast<std::int64_t>(channels.size())},
                                 {Dim::frame, problem.input.frames.extent}}};
  set_lines(stage, places, step);
  stage.is_streamed = points >= kLong;
  stage.work = Work::convolve;
  if (problem.input.frames.extent == 1) stage.repeats = static_cast<int>(problem.filters);
  SpectrumMultiply multiply;
  multiply.strides = strides_of(spectrum, step);
  multiply.plane_stride = std::exchange(multiply.strides.line[Dim::slice], 0);
  if (!is_diagonal) multiply.strides.line[Dim::channel] = 0;
  multiply.with_mirror = true;
  stage.multiply = multiply;

  ImageLoad load;
  load.image = geometry_of(problem.input, channels);
  load.edge = problem.edge;
  load.bias = problem.bias;
  ImageStore store;
  store.image = geometry_of(problem.output, channels);
  store.reversed = is_reversed(problem);
  load.count = store.count = static_cast<int>(samples);
  load.step = store.step = 2;
  load.partner = store.partner = Partner{0, 0, 1};
  const auto launch = [&](bool loads_pairs, bool stores_pairs) {
    load.is_vectorized = loads_pairs;
    store.is_vectorized = stores_pairs;
    // Samples one by one take registers that the opposites need.
    stage.shape = with_mirrors && loads_pairs && stores_pairs ? *with_mirrors : *shape;
    stage.prefetch_distance = stage.is_streamed && loads_pairs ? traits.compute_units : 0;
    stage.load = load;
    stage.store = store;
    return PlannedLaunch{stage, Place::input, Place::output};
  };
  const bool loads_pairs = has_real_pairs(problem.input),
             stores_pairs = has_real_pairs(problem.output);
  plan.run.push_back(launch(loads_pairs, stores_pairs));
  if (loads_pairs || stores_pairs) plan.run_unaligned.push_back(launch(false, false));
  return {std::move(plan), {}};
}

}  // namespace fftcore
