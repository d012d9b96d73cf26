// SPDX-License-Identifier: LGPL-2.1-or-later
#include "given_taps.h"

#include <fmt/format.h>

#include <cstdint>
#include <limits>

#include "fftcore/convolution.h"
#include "fftcore/error.h"

namespace fftcore {
namespace {

std::int64_t side_of(std::int64_t given, std::int64_t most, std::string_view what,
                     std::string_view which) {
  if (given < 1 || given > most)
    throw InvalidArgument(fmt::format("{} {} {}; 1 to {} are allowed", given, what, which, most));
  return given;
}

/// 0 rows, and 0 slices, are 1. Throws InvalidArgument where a side has less than 1, or more than
/// `most`, of `what`, and where there are more numbers than there can be memory for.
Extent extent_of(const fftcore_extent& given, std::int64_t most, std::string_view what) {
  const Extent extent{side_of(given.rows == 0 ? 1 : given.rows, most, what, "along columns"),
                      side_of(given.columns, most, what, "along a row"),
                      side_of(given.slices == 0 ? 1 : given.slices, most, what, "along slices")};
  constexpr std::int64_t kMost =
      std::numeric_limits<std::int64_t>::max() / static_cast<std::int64_t>(sizeof(double));
  if (extent.slices > kMost / extent.rows / extent.columns)
    throw InvalidArgument(fmt::format("{}x{}x{} {} are more than there can be memory for",
                                      extent.slices, extent.rows, extent.columns, what));
  return extent;
}

}  // namespace

Extent taps_extent(const fftcore_extent& taps) {
  return extent_of(taps, kMaxTaps, "taps");
}

Extent grid_extent(const fftcore_extent& grid) {
  return extent_of(grid, kMaxFileTaps, "points");
}

Taps taps_of(const fftcore_taps& taps) {
  const Extent extent = taps_extent({taps.columns, taps.rows, taps.slices});
  const auto count = static_cast<size_t>(extent.slices * extent.rows * extent.columns);
  const auto values = several(taps.values, count, "the array of taps");
  Taps result{extent, {values.begin(), values.end()}};
  if (taps.imaginary != nullptr) result.imaginary.assign(taps.imaginary, taps.imaginary + count);
  return result;
}

}  // namespace fftcore
