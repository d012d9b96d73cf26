// SPDX-License-Identifier: LGPL-2.1-or-later
// Launches on a GPU, and the memory between them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "even_odd.h"
#include "line_spec.h"
#include "moving_sum_spec.h"
#include "place.h"
#include "tile_spec.h"

namespace fftcore {

using LaunchSpec = std::variant<LineSpec, TileSpec, MovingSumSpec, PeakSpec>;

struct PlannedLaunch {
  LaunchSpec spec;
  Place from = Place::input;
  Place to = Place::output;
};

struct LaunchPlan {
  std::vector<PlannedLaunch> run;  ///< what run() launches; those that multiply do so by `spectrum`
  /// Instead, where rows of the caller's images do not all begin at an even number of samples from
  /// an address that pairs of them are aligned to. Empty: `run` takes all.
  std::vector<PlannedLaunch> run_unaligned;
  /// What set_taps() launches: `taps`, f32, one after the other as correlation_taps() gives them,
  /// or even_odd_taps() where that says how, to `spectrum`; of phase correlation what
  /// set_reference() launches after the first of `run`: `work_0` to `spectrum`.
  std::vector<PlannedLaunch> set_taps;
  std::optional<EvenOdd> even_odd;
  /// The launch that multiplies does so by Bindings::product_gain too, which takes back what taps
  /// were scaled by.
  bool has_product_gain = false;
  PerPlace<std::int64_t> size_bytes;  ///< of the caller's own 0

  std::int64_t bytes_of(Place place) const { return size_bytes[place]; }
  std::int64_t& bytes_of(Place place) { return size_bytes[place]; }
};

const std::string& name_of(const LaunchSpec& spec);

/// Lines of one launch, tiles, rows or columns of windows, or rows of S that are looked through,
/// all blocks together.
std::int64_t line_count(const LaunchSpec& spec);

/// A line a launch.
std::string to_string(const LaunchPlan& plan);

}  // namespace fftcore
