// SPDX-License-Identifier: LGPL-2.1-or-later
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "fftcore/error.h"
#include "fftcore/filters.h"
#include "fftcore/problem.h"

namespace fftcore {

void validate(const Taps& taps) {
  const auto [rows, columns] = taps.extent;
  if (rows < 1 || rows > kMaxTaps || columns < 1 || columns > kMaxTaps) {
    throw InvalidArgument(fmt::format("the kernel is {} rows x {} columns; allowed are 1 to {} a side", rows, columns, kMaxTaps));
  }
  if (std::int64_t(taps.values.size()) != rows * columns) {
    throw InvalidArgument(
        fmt::format("the kernel has {} values; {} rows x {} columns need {}", taps.values.size(), rows, columns, rows * columns));
  }
  const auto bad = std::ranges::find_if_not(taps.values, [](double value) { return std::isfinite(value); });
  if (bad != taps.values.end()) {
    const std::int64_t index = bad - taps.values.begin();
    throw InvalidArgument(
        fmt::format("the kernel holds {} at row {}, column {} (counted from 1); every tap must be a finite number", *bad,
                    index / columns + 1, index % columns + 1));
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
