// SPDX-License-Identifier: LGPL-2.1-or-later
// From samples of S that a backend found to Peaks: the same arithmetic for all of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fftcore/search.h"

namespace fftcore {

/// A chosen offer (correlation.h: cells) and its neighbours; NaN where S has none. Laid out as
/// devices write it.
struct FoundPeak {
  std::int32_t row = -1;  ///< below 0: there is no such peak
  std::int32_t column = 0;
  float score = 0;
  float left = 0, right = 0, above = 0, below = 0;
};

/// How many a backend looks for: one more than wanted, since the last one's confidence needs the
/// next.
inline std::int64_t peaks_looked_for(const Correlation& correlation) {
  return correlation.max_peaks + 1;
}

/// Appends pattern `pattern`'s peaks. `found`: peaks_looked_for() of them, best first.
void append_peaks(const Correlation& correlation, std::int64_t pattern,
                  std::span<const FoundPeak> found, std::vector<Peak>& peaks);

}  // namespace fftcore
