// SPDX-License-Identifier: LGPL-2.1-or-later
#include "given_taps.h"

#include <fmt/format.h>

#include <cstdint>
#include <limits>

#include "fftcore/convolution.h"
#include "fftcore/error.h"

namespace fftcore {
namespace {

std::int64_t side_of(std::int64_t given, std::string_view which) {
  if (given < 1 || given > kMaxTaps)
    throw InvalidArgument(fmt::format("{} taps {}; 1 to {} are allowed", given, which, kMaxTaps));
  return given;
}

Extent extent_of(const fftcore_taps& taps) {
  const Extent extent{side_of(taps.rows == 0 ? 1 : taps.rows, "along columns"),
                      side_of(taps.columns, "along a row"),
                      side_of(taps.slices == 0 ? 1 : taps.slices, "along slices")};
  constexpr std::int64_t kMost =
      std::numeric_limits<std::int64_t>::max() / static_cast<std::int64_t>(sizeof(double));
  if (extent.slices > kMost / extent.rows / extent.columns)
    throw InvalidArgument(fmt::format("{}x{}x{} taps are more than there can be memory for",
                                      extent.slices, extent.rows, extent.columns));
  return extent;
}

}  // namespace

Taps taps_of(const fftcore_taps& taps) {
  const Extent extent = extent_of(taps);
  const auto count = static_cast<size_t>(extent.slices * extent.rows * extent.columns);
  const auto values = several(taps.values, count, "the array of taps");
  Taps result{extent, {values.begin(), values.end()}};
  if (taps.imaginary != nullptr) result.imaginary.assign(taps.imaginary, taps.imaginary + count);
  return result;
}

}  // namespace fftcore
