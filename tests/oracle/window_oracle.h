// SPDX-License-Identifier: LGPL-2.1-or-later
// The definition in fftcore/window_correlation.h, computed directly in double. It shares no code
// with the library.
#pragma once

#include <array>
#include <vector>

#include "direct_sum.h"
#include "fftcore/window_correlation.h"

namespace oracle {

/// A pair of windows, and where rounding may decide otherwise.
struct ExactWindow {
  fftcore::WindowState state = fftcore::WindowState::good;
  double x = 0, y = 0, score = 0, second = 0, sidelobe = 0, noise = 0, deviation = 0;
  std::vector<double> s;  ///< S, rows from the first lag on
  /// The highest value less the next one but for its neighbours, and 2 c - a - b of both axes'
  /// least: what rounding of S is held against.
  double lead = 0, bend = 0;
  /// Whether a step of `refine` was all but refused, or all but taken.
  bool is_step_doubtful = false;
};

/// A row of places: 4 or 12 numbers.
using PlaceRow = std::array<float, fftcore::kMappedPlaceNumbers>;

ExactWindow correlated(const fftcore::WindowCorrelation& windows, const Samples& first,
                       const Samples& second, const PlaceRow& place);

}  // namespace oracle
