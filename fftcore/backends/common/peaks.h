// SPDX-License-Identifier: LGPL-2.1-or-later
// From samples of S that a backend found to Peaks: the same arithmetic for all of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "peak_rules.h"

namespace fftcore {

/// A chosen candidate (search.h: cells) and its neighbours; NaN where S has none. Laid out as
/// devices write it.
struct FoundPeak {
  std::int32_t row = -1;  ///< below 0: there is no such peak
  std::int32_t column = 0;
  float score = 0;
  float left = 0, right = 0, above = 0, below = 0;
};

/// Appends the peaks of template `template_index`. `found`: rules.looked_for() of them, best first.
void append_peaks(const PeakRules& rules, std::int64_t template_index,
                  std::span<const FoundPeak> found, std::vector<Peak>& peaks);

}  // namespace fftcore
