// SPDX-License-Identifier: LGPL-2.1-or-later
#include "even_odd_rows.h"

#include "bank.h"
#include "canonical.h"
#include "convolution_parts.h"
#include "launch_steps.h"
#include "line_shape_for.h"
#include "plan.h"
#include "sample_formulas.h"

namespace fftcore {
namespace {

/// Whether the generator can load and store samples 2e and 2e + 1 at once.
bool can_be_vectorized(const Layout& layout) {
  return (layout.type == SampleType::f32 || layout.type == SampleType::f16) &&
         has_aligned_groups(layout);
}

/// Why there is no such plan, or empty.
std::string even_odd_obstacle(const Convolution& convolution) {
  const std::int64_t samples = convolution.input.columns.extent, taps = convolution.taps.columns;
  if (convolution.taps.rows > 1 || convolution.taps.slices > 1)
    return "taps reach over several rows";
  if (convolution.edge != EdgeMode::wrap || convolution.region != Region::same)
    return "edges do not wrap";
  if (samples % 2 != 0) return "rows are of an odd number of samples";
  if (taps > samples) return "taps are longer than a row";
  if (mixed_channels(convolution) > 1 || convolution.skipped_channels != 0)
    return "channels are mixed or copied";
  return {};
}

}  // namespace

Planned<LaunchPlan> even_odd_launches(const Convolution& convolution, const DeviceTraits& traits) {
  if (std::string reason = even_odd_obstacle(convolution); !reason.empty())
    return NoPlan{std::move(reason)};
  const std::int64_t samples = convolution.input.columns.extent, points = samples / 2;
  // Measured on an H200 with Hermitian mirrors in one thread and images past the first-level cache:
  // lines of 4096 points take 5 % less time, lines of 2048 points 4 % more. Prefetching the line of
  // the block a multiprocessor later takes 8 % off lines of 8192 points, and nothing off 16384.
  constexpr std::int64_t kLong = 4096;
  const auto shape = line_shape_of(points, false, kAllElements, traits);
  if (!shape) return NoPlan{"rows do not fit a block"};
  auto with_mirrors = points >= kLong ? line_shape_with_mirrors(points, traits) : std::nullopt;
  if (with_mirrors && with_mirrors->radices.size() > shape->radices.size()) with_mirrors.reset();
  const Step step{Dim::column, Step::Part::whole, AxisTransform{*shape, {}}};
  const std::vector<int> channels = filtered_channels(convolution);
  const std::int64_t taps_of_a_filter = taps_needed(convolution) / convolution.filters;
  const bool is_diagonal = convolution.mixing == Mixing::diagonal;

  LaunchPlan plan;
  plan.even_odd = EvenOdd{samples, origin_of(convolution).columns};
  // The two sequences lie along Dim::slice.
  const ComplexArray spectrum{{1,
                               {{Dim::column, points},
                                {Dim::slice, 2},
                                {Dim::channel, taps_of_a_filter},
                                {Dim::frame, convolution.filters}}}};
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

  LineSpec rows;
  rows.name = "rows_convolve";
  places = PerDim<std::int64_t>{1,
                                {{Dim::row, convolution.input.rows.extent},
                                 {Dim::slice, convolution.input.slices.extent},
                                 {Dim::channel, static_cast<std::int64_t>(channels.size())},
                                 {Dim::frame, convolution.input.frames.extent}}};
  set_lines(rows, places, step);
  rows.is_streamed = points >= kLong;
  SpectrumMultiply multiply;
  multiply.strides = strides_of(spectrum, step);
  multiply.plane_stride = std::exchange(multiply.strides.line[Dim::slice], 0);
  if (!is_diagonal) multiply.strides.line[Dim::channel] = 0;
  multiply.with_mirror = true;
  rows.work = Convolve{multiply, static_cast<int>(filters_of_frame(convolution, 0).count)};

  ImageLoad load;
  load.image = geometry_of(convolution.input, channels);
  load.edge = convolution.edge;
  load.bias = convolution.bias;
  load.formula = load_formula(convolution);
  ImageStore store;
  store.image = geometry_of(convolution.output, channels);
  store.reversed = is_reversed(convolution);
  set_formula(store, convolution);
  load.count = store.count = static_cast<int>(samples);
  load.step = store.step = 2;
  load.partner = store.partner = Partner{0, 0, 1};
  const auto launch = [&](bool loads_pairs, bool stores_pairs) {
    load.is_vectorized = loads_pairs;
    store.is_vectorized = stores_pairs;
    // Samples that are loaded one by one take registers that Hermitian mirrors need.
    rows.shape = with_mirrors && loads_pairs && stores_pairs ? *with_mirrors : *shape;
    rows.prefetch_distance = rows.is_streamed && loads_pairs ? traits.compute_units : 0;
    rows.load = load;
    rows.store = store;
    return PlannedLaunch{rows, Place::input, Place::output};
  };
  const bool loads_pairs = can_be_vectorized(convolution.input),
             stores_pairs = can_be_vectorized(convolution.output);
  plan.run.push_back(launch(loads_pairs, stores_pairs));
  if (loads_pairs || stores_pairs) plan.run_unaligned.push_back(launch(false, false));
  return plan;
}

}  // namespace fftcore
