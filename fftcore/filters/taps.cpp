// SPDX-License-Identifier: LGPL-2.1-or-later
#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "fftcore/error.h"
#include "fftcore/filters.h"
#include "fftcore/problem.h"

namespace fftcore {

void validate(const Taps& taps) {
  const auto [rows, columns, slices] = taps.extent;
  const auto is_allowed = [](std::int64_t side) { return side >= 1 && side <= kMaxTaps; };
  const std::string size = slices == 1 ? fmt::format("{} rows x {} columns", rows, columns)
                                       : fmt::format("{} slices x {} rows x {} columns", slices, rows, columns);
  if (!is_allowed(rows) || !is_allowed(columns) || !is_allowed(slices)) {
    throw InvalidArgument(fmt::format("the kernel is {}; allowed are 1 to {} a side", size, kMaxTaps));
  }
  if (std::int64_t(taps.values.size()) != slices * rows * columns) {
    throw InvalidArgument(fmt::format("the kernel has {} values; {} need {}", taps.values.size(), size, slices * rows * columns));
  }
  const auto bad = std::ranges::find_if_not(taps.values, [](double value) { return std::isfinite(value); });
  if (bad != taps.values.end()) {
    const std::int64_t index = bad - taps.values.begin();
    const std::string slice = slices == 1 ? "" : fmt::format("slice {}, ", index / columns / rows + 1);
    throw InvalidArgument(
        fmt::format("the kernel holds {} at {}row {}, column {} (counted from 1); every tap must be a finite number", *bad, slice,
                    index / columns % rows + 1, index % columns + 1));
  }
}

Taps normalized(Taps taps) {
  double sum = 0, magnitude = 0;
  for (const double value : taps.values) {
    sum += value;
    magnitude += std::abs(value);
  }
  // Written so that NaN and an overflow to infinity are refused too.
  if (!(std::abs(sum) > 1e-9 * magnitude)) {
    throw InvalidArgument(
        fmt::format("the taps add up to {} (their absolute values to {}), so they cannot be divided by their sum; use them without "
                    "normalization",
                    sum, magnitude));
  }
  for (double& value : taps.values) value /= sum;
  return taps;
}

}  // namespace fftcore
