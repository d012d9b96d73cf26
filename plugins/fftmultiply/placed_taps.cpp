// SPDX-License-Identifier: LGPL-2.1-or-later
#include "placed_taps.h"

#include <algorithm>

namespace fftcore::gst::multiply {
namespace {

Taps sum_over_rows(const Taps& taps) {
  Taps line{{1, taps.extent.columns},
            std::vector<double>(static_cast<std::size_t>(taps.extent.columns))};
  for (std::size_t i = 0; i < taps.values.size(); ++i)
    line.values[i % line.values.size()] += taps.values[i];
  return line;
}

// The tap that multiplies the sample which the result is for.
std::int64_t anchor(std::int64_t taps, Operation operation, bool is_causal) {
  if (!is_causal) return taps / 2;
  return operation == Operation::convolve ? 0 : taps - 1;
}

}  // namespace

Extent extent_on(Extent taps, bool is_line) {
  return is_line ? Extent{1, taps.columns} : taps;
}

std::optional<Taps> placed(const Taps& original, Operation operation, const TapsPlace& place) {
  Taps taps = place.is_line && original.extent.rows > 1 ? sum_over_rows(original) : original;
  const bool is_turned = operation != place.operation;
  const auto first = [&](std::int64_t count, std::int64_t wanted, bool is_causal) {
    const std::int64_t own = anchor(count, operation, is_causal);
    return anchor(wanted, place.operation, is_causal) - (is_turned ? count - 1 - own : own);
  };
  const Extent extent = taps.extent;
  const std::int64_t top = first(extent.rows, place.extent.rows, false),
                     left = first(extent.columns, place.extent.columns, place.is_causal);
  if (top < 0 || left < 0 || top + extent.rows > place.extent.rows ||
      left + extent.columns > place.extent.columns)
    return std::nullopt;
  if (is_turned) std::ranges::reverse(taps.values);
  Taps result{place.extent, std::vector<double>(static_cast<std::size_t>(place.extent.rows *
                                                                         place.extent.columns))};
  for (std::int64_t row = 0; row < extent.rows; ++row) {
    std::copy_n(taps.values.begin() + row * extent.columns, extent.columns,
                result.values.begin() + (top + row) * place.extent.columns + left);
  }
  return result;
}

}  // namespace fftcore::gst::multiply
