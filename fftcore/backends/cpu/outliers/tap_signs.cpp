// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tap_signs.h"

#include "arithmetic.h"
#include "canonical.h"

namespace fftcore {

bool confines_not_finite(const Convolution& problem) {
  return (!traits_of(problem.input.type).is_whole() || !problem.load.empty()) &&
         problem.spectrum.empty();
}

TapSigns::TapSigns(const Convolution& problem, std::span<const Taps> taps)
    : extent_(problem.taps), parts_(parts_of(problem)) {
  if (!confines_not_finite(problem)) return;
  for (const Taps& one : taps)
    for (const double tap : correlation_taps<double>(problem, one))
      signs_.push_back(static_cast<std::int8_t>((tap > 0 ? 1 : 0) - (tap < 0 ? 1 : 0)));
}

std::vector<TapSigns::Run> TapSigns::runs(std::int64_t index, int part, std::int64_t row) const {
  const std::int64_t rows = extent_.slices * extent_.rows, columns = extent_.columns;
  const std::int8_t* const signs = signs_.data() + (index * rows + row) * columns * parts_ + part;
  std::vector<Run> runs;
  for (std::int64_t x = 0; x < columns; ++x) {
    const std::int8_t sign = signs[x * parts_];
    if (sign == 0) continue;
    const bool is_negative = sign < 0;
    if (!runs.empty() && runs.back().end == x && runs.back().is_negative == is_negative)
      runs.back().end = x + 1;
    else
      runs.push_back({x, x + 1, is_negative});
  }
  return runs;
}

}  // namespace fftcore
