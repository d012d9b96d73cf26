// SPDX-License-Identifier: LGPL-2.1-or-later
// How peaks are chosen from surfaces, whatever the search.
#pragma once

#include <cstdint>

#include "fftcore/search.h"

namespace fftcore {

/// Largest radius of peaks.
inline constexpr std::int64_t kMaxRadius = 1024;

struct PeakRules {
  Extent surface;             ///< of each surface S
  std::int64_t surfaces = 1;  ///< one for each template
  std::int64_t max_peaks = 1;
  std::int64_t radius = 8;
  /// True where distances and neighbours go round the edges of S, and a place beyond its middle is
  /// a negative shift.
  bool wraps = false;
  /// True where the parabola goes through logarithms, since peaks are Gaussian.
  bool is_gaussian = false;
  /// True where no score is above 1.
  bool is_normed = false;

  /// How many a backend looks for in each surface: one more than wanted, since the last one's
  /// confidence needs the next.
  std::int64_t looked_for() const { return max_peaks + 1; }
};

inline PeakRules peak_rules(const TemplateMatching& matching) {
  return {surface_extent(matching),
          matching.templates,
          matching.max_peaks,
          matching.radius,
          false,
          false,
          matching.score != Score::ccorr};
}

inline PeakRules peak_rules(const PhaseCorrelation& correlation) {
  return {surface_extent(correlation), 1,    correlation.max_peaks, correlation.radius, true,
          correlation.bandwidth > 0,   false};
}

}  // namespace fftcore
