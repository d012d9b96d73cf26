// SPDX-License-Identifier: LGPL-2.1-or-later
// Launches on a GPU, and the memory between them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "denoise_spec.h"
#include "direct_spec.h"
#include "even_odd.h"
#include "filter_spec.h"
#include "line_spec.h"
#include "moving_sum_spec.h"
#include "norm_spec.h"
#include "place.h"
#include "tile_spec.h"
#include "warp_spec.h"
#include "window_spec.h"

namespace fftcore {

using LaunchSpec = std::variant<LineSpec, TileSpec, DirectSpec, MovingSumSpec, PeakSpec,
                                DenoiseSpec, NormSpec, WarpSpec, WindowSpec, FilterSpec>;

struct PlannedLaunch {
  LaunchSpec spec;
  Place from = Place::input;
  Place to = Place::output;
};

struct LaunchPlan {
  /// Launches of run(). Launches that multiply do so by `spectrum`.
  std::vector<PlannedLaunch> run;
  /// Launches that replace `run` where groups of `aligned_samples` are not aligned: where a row of
  /// the caller's images does not begin a whole number of groups from an address that these are
  /// aligned to. Empty where `run` does for all images.
  std::vector<PlannedLaunch> run_unaligned;
  int aligned_samples = 2;
  /// What set_taps() launches: `taps`, one after the other as correlation_taps() gives them,
  /// or even_odd_taps() where that says how, to `spectrum`; of phase correlation what
  /// set_reference() launches after the first `of_references` of `run`: `work_0` to `spectrum`.
  std::vector<PlannedLaunch> set_taps;
  int of_references = 1;
  /// What is launched once, before all runs: from nothing to `spectrum`, which set_taps() leaves
  /// alone then.
  std::vector<PlannedLaunch> prepare;
  std::optional<EvenOdd> even_odd;
  /// Where set, nothing is launched for taps: `spectrum` has themselves.
  std::optional<KeptTaps> kept_taps;
  /// Numbers that `spectrum` has, as they are given (of a Denoise: StrengthNumbers); 0: none.
  std::int64_t kept_numbers = 0;
  /// The plan for taps that are no sum of KeptTaps::most_products products; none, where the plan
  /// does for all taps.
  std::vector<LaunchPlan> otherwise;
  /// Whether the product is multiplied by Bindings::product_gain too, which undoes the scale of the
  /// taps.
  bool has_product_gain = false;
  PerPlace<std::int64_t> size_bytes;  ///< 0 for the caller's own memory

  std::int64_t bytes_of(Place place) const { return size_bytes[place]; }
  std::int64_t& bytes_of(Place place) { return size_bytes[place]; }
};

/// Bytes until the next memory of a plan's own, where all of it lies in one.
constexpr std::int64_t aligned_work(std::int64_t bytes) {
  constexpr std::int64_t kAlignment = 256;
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}
/// Bytes of all memory of a plan's own, in one.
std::int64_t work_bytes(const LaunchPlan& plan);

/// The plan, and those of other taps.
std::vector<const LaunchPlan*> all_of(const LaunchPlan& plan);

/// The name of its kernel.
const std::string& name_of(const LaunchSpec& spec);

/// Lines of one launch, summed over all blocks: lines, tiles, rows or columns of moving sums, rows
/// of surfaces, of norms or of warped images, or windows.
std::int64_t line_count(const LaunchSpec& spec);

/// A line a launch.
std::string to_string(const LaunchPlan& plan);

}  // namespace fftcore
