// SPDX-License-Identifier: LGPL-2.1-or-later
// Launches on a GPU, and the memory between them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "even_odd.h"
#include "line_spec.h"
#include "moving_sum_spec.h"
#include "tile_spec.h"

namespace fftcore {

/// What a launch reads from or writes to. `input` and `output` are those of a run(); `spectrum` is
/// what others are multiplied by, `source` the image that channels are copied from (a convolution's
/// is its input). A search has the surface as `output`; `own_spectrum` takes an image's spectrum
/// that may become the reference's; the last ones are for local norms (moving_sum_spec.h) and for
/// peaks (peak_spec.h).
enum class Place : std::uint8_t {
  input,
  output,
  source,
  work_0,
  work_1,
  taps,
  spectrum,
  own_spectrum,
  row_sums,
  local_norms,
  candidates,
  row_bests,
  found
};
inline constexpr std::size_t kPlaces = 13;

std::string_view to_string(Place place);

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
  std::array<std::int64_t, kPlaces> size_bytes{};  ///< by Place; of the caller's own 0

  std::int64_t bytes_of(Place place) const { return size_bytes[static_cast<std::size_t>(place)]; }
  std::int64_t& bytes_of(Place place) { return size_bytes[static_cast<std::size_t>(place)]; }
};

const std::string& name_of(const LaunchSpec& spec);

/// Lines of one launch, tiles, rows or columns of windows, or rows of S that are looked through,
/// all blocks together.
std::int64_t line_count(const LaunchSpec& spec);

/// A line a launch.
std::string to_string(const LaunchPlan& plan);

}  // namespace fftcore
