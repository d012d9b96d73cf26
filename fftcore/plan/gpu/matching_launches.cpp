// SPDX-License-Identifier: LGPL-2.1-or-later
#include "matching_launches.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "axis_passes.h"
#include "gpu_offer.h"
#include "launch_steps.h"
#include "peak_launches.h"
#include "templates.h"

namespace fftcore {
namespace {

/// Channel weights; none where there is one channel, of 1.
std::vector<float> weights_of(const TemplateMatching& matching) {
  const auto channels = static_cast<std::ptrdiff_t>(matching.image.channels.extent);
  std::vector<float> weights(matching.weights.begin(), matching.weights.begin() + channels);
  if (weights == std::vector<float>{1}) weights.clear();
  return weights;
}

/// ImageLoad's, where samples may be unseen.
float largest_of(const TemplateMatching& matching) {
  return may_be_unseen(matching) ? kMaxSignal : 0;
}

int round_up(int count, int step) {
  return (count + step - 1) / step * step;
}

/// Adds the two launches before the convolution's, which make the local norms (of ccorr: which
/// places were seen), or says why it cannot.
std::optional<NoPlan> add_norm_launches(LaunchPlan& plan, const TemplateMatching& matching,
                                        float bias, const DeviceTraits& traits) {
  MovingSumSpec spec;
  spec.image = geometry_of(matching.image, {});
  spec.weights = weights_of(matching);
  spec.bias = bias;
  spec.template_rows = static_cast<int>(matching.template_extent.rows);
  spec.template_columns = static_cast<int>(matching.template_extent.columns);
  spec.is_normed = matching.score != Score::ccorr;
  spec.largest = largest_of(matching);
  spec.is_centred = matching.score == Score::ccoeff_normed;
  const double samples = static_cast<double>(matching.template_extent.rows) *
                         static_cast<double>(matching.template_extent.columns);
  spec.flat_sum = samples * static_cast<double>(matching.flat) * static_cast<double>(matching.flat);
  constexpr int kWarp = 32, kSamplesEach = 4, kMostThreads = 512;
  const auto set = [&](MovingSumSpec::Part part, const char* name, int threads) {
    spec.part = part;
    spec.name = name;
    spec.threads = std::min({threads, kMostThreads, traits.block_threads});
  };
  // A thread of a row has few samples, so that neighbours store beside each other.
  set(MovingSumSpec::Part::rows, "moving_sums_of_rows",
      round_up((spec.image.columns + kSamplesEach - 1) / kSamplesEach, kWarp));
  const std::int64_t shared =
      std::int64_t{spec.image.columns} * 4 + std::int64_t{spec.threads} * 8 * spec.kinds();
  if (shared > traits.shared_bytes)
    return NoPlan{fmt::format("rows of {} samples do not fit a block", spec.image.columns)};
  plan.run.push_back({spec, Place::input, Place::row_sums});
  set(MovingSumSpec::Part::columns, "moving_sums_of_columns",
      std::min(256, round_up(spec.columns(), kWarp)));
  // Going through as many rows again as begin each strip is no gain; fewer strips leave
  // multiprocessors idle.
  constexpr int kLeastStrip = 32, kMostStrip = 256;
  spec.strip =
      std::clamp(round_up(spec.template_rows / 2, MovingSumSpec::kAtOnce), kLeastStrip, kMostStrip);
  plan.run.push_back({spec, Place::row_sums, Place::local_norms});
  plan.bytes_of(Place::row_sums) = std::int64_t{spec.image.rows} * spec.columns() * 8;
  plan.bytes_of(Place::local_norms) = std::int64_t{spec.rows()} * spec.columns() * 4;
  return std::nullopt;
}

/// The convolution that gives the numerators, from the sum of the image's channels.
Convolution numerator_of(const TemplateMatching& matching) {
  Layout signal = matching.image;
  signal.channels.extent = 1;
  Convolution numerator = numerator_problem(matching, signal);
  numerator.bias = signal_bias(matching);
  return numerator;
}

}  // namespace

Planned<LaunchPlan> matching_launches(const TemplateMatching& matching,
                                      const DeviceTraits& traits) {
  const Convolution numerator = numerator_of(matching);
  const PeakRules rules = peak_rules(matching);
  SurfaceStore store;
  const auto surface = surface_geometry(rules);
  if (!surface) return surface.none();
  store.surface = *surface;
  if (std::string reason = too_many_samples(numerator); !reason.empty())
    return NoPlan{std::move(reason)};
  // Halves that lie one below the other leave rows, and their cells, whole.
  const Packing packing = surface_extent(matching).rows > 1 ? Packing::rows : Packing::none;
  auto convolution = pass_launches(numerator, packing, false, traits);
  if (!convolution) return convolution;

  auto& first = std::get<LineSpec>(convolution->run.front().spec);
  auto& last = std::get<LineSpec>(convolution->run.back().spec);
  if (last.lines[Dim::part] > 1)
    return NoPlan{
        fmt::format("rows of {} samples do not fit a block", matching.image.columns.extent)};
  auto& load = std::get<ImageLoad>(first.load);
  load.weights = weights_of(matching);
  load.largest = largest_of(matching);
  const bool is_normed = matching.score != Score::ccorr;
  store.partner_rows = std::get<ImageStore>(last.store).partner.rows;
  store.has_local_norms = is_normed || may_be_unseen(matching);
  if (is_normed) store.largest = kMostNormedScore;
  last.store = store;

  LaunchPlan plan;
  plan.size_bytes = convolution->size_bytes;
  plan.set_taps = std::move(convolution->set_taps);
  if (store.has_local_norms)
    if (auto none = add_norm_launches(plan, matching, numerator.bias, traits))
      return *std::move(none);
  for (PlannedLaunch& launch : convolution->run) plan.run.push_back(std::move(launch));
  add_peak_launches(plan, store.surface, rules, traits);
  return plan;
}

}  // namespace fftcore
