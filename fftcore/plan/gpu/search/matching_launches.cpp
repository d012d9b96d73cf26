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

/// Threads of a row have few samples, so that neighbours store beside each other; of whole sums an
/// odd number (MovingSumSpec::whole_columns_each()).
int threads_of_row(const MovingSumSpec& spec, const DeviceTraits& traits) {
  constexpr int kMostThreads = 512, kEach = 4, kWholeEach = 5;
  const int most = std::min(kMostThreads, traits.block_threads);
  int each = std::max(spec.is_whole() ? kWholeEach : kEach, (spec.image.columns + most - 1) / most);
  if (spec.is_whole()) each += (each + 1) % 2;
  return std::min(most, round_up((spec.image.columns + each - 1) / each, traits.warp_threads));
}

int threads_of_columns(const MovingSumSpec& spec, const DeviceTraits& traits) {
  constexpr int kThreads = 256;
  return std::min({kThreads, round_up(spec.columns(), traits.warp_threads), traits.block_threads});
}

/// Shared memory of Part::rows.
std::int64_t rows_bytes(const MovingSumSpec& spec, const DeviceTraits& traits) {
  return std::int64_t{spec.image.columns} * 4 +
         std::int64_t{threads_of_row(spec, traits)} * 8 * spec.kinds();
}

/// Whether sums are whole numbers that no type is too small for, and have room.
bool are_whole_sums(MovingSumSpec spec, const DeviceTraits& traits) {
  if (spec.image.storage != Storage::u8 || !spec.weights.empty() || !spec.is_normed ||
      (spec.bias != 0 && !spec.is_centred))
    return false;
  constexpr double kWhite = 255, kExactInFloat = 1 << 24, kInI32 = 2147483647, kInI64 = 9e18;
  const double most = spec.is_centred ? spec.whole_bias() : kWhite,
               samples = static_cast<double>(spec.template_rows) * spec.template_columns;
  spec.part = MovingSumSpec::Part::whole_rows;
  spec.threads = threads_of_row(spec, traits);
  return most * most * spec.template_rows <= kExactInFloat &&
         most * spec.template_rows * spec.image.columns <= kInI32 &&
         most * most * samples * samples <= kInI64 && spec.whole_bytes() <= traits.shared_bytes;
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
  if (has_levels(matching)) {
    spec.level_places = level_places_of(matching.image.extent());
    spec.part_of_level = kPartOfLevel;
  }
  spec.is_centred = matching.score == Score::ccoeff_normed;
  const double samples = static_cast<double>(matching.template_extent.rows) *
                         static_cast<double>(matching.template_extent.columns);
  const Flatness flat = flatness(matching);
  spec.flat_sum = samples * flat.least * flat.least;
  if (spec.is_normed)
    spec.flat_part =
        samples * flat.part_of_rms * flat.part_of_rms /
        (static_cast<double>(spec.image.rows) * static_cast<double>(spec.image.columns));
  const bool is_whole = are_whole_sums(spec, traits);
  if (!is_whole && rows_bytes(spec, traits) > traits.shared_bytes)
    return NoPlan{fmt::format("rows of {} samples do not fit a block", spec.image.columns)};
  using Part = MovingSumSpec::Part;
  const auto add = [&](Part part, const char* name, Place from, Place to) {
    spec.part = part;
    spec.name = name;
    spec.threads =
        spec.is_along_rows() ? threads_of_row(spec, traits) : threads_of_columns(spec, traits);
    plan.run.push_back({spec, from, to});
  };
  // Going through as many rows again as begin each strip is no gain; fewer strips leave
  // multiprocessors idle. Whole columns are bytes, which are read again at little cost.
  constexpr int kLeastStrip = 32, kMostStrip = 256;
  spec.strip = is_whole ? kLeastStrip
                        : std::clamp(round_up(spec.template_rows / 2, MovingSumSpec::kAtOnce),
                                     kLeastStrip, kMostStrip);
  if (is_whole) {
    add(Part::whole_columns, "whole_sums_of_columns", Place::input, Place::first_sums);
    add(Part::whole_rows, "whole_sums_of_rows", Place::first_sums, Place::local_norms);
  } else {
    add(Part::rows, "moving_sums_of_rows", Place::input, Place::first_sums);
    add(Part::columns, "moving_sums_of_columns", Place::first_sums, Place::local_norms);
  }
  plan.bytes_of(Place::first_sums) =
      8 * (is_whole ? std::int64_t{spec.rows()} * spec.image.columns
                    : std::int64_t{spec.image.rows} * (spec.columns() + (spec.flat_part != 0)));
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

Planned<LaunchPlan> launches_of(const TemplateMatching& matching, const DeviceTraits& traits) {
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
  if (has_levels(matching)) load.level_places = level_places_of(matching.image.extent());
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
