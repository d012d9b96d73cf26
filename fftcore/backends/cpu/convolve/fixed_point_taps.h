// SPDX-License-Identifier: LGPL-2.1-or-later
// Taps of u8 images as numbers of 16 bits.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "low_rank.h"

namespace fftcore {

/// Each of a row or a column, in units of 2^-15. The magnitudes of either add up to 1 at most, but
/// for rounding, so no sum of samples overflows.
struct FixedPointTaps {
  std::vector<std::int16_t> row;
  std::vector<std::int16_t> column;
};

/// The product's, with row and column scaled so that the row's magnitudes add up to 1. Nothing
/// where then the column's are more than 1, that is, where results may be beyond the range of
/// samples.
///
/// A tap is off by half a unit, and the largest by what brings their sum back: together by n units
/// for n taps. A product with a sample, which is 255 * 2^7 at most, is rounded to units of 2^-7. So
/// a row of n taps is off by n (255 * 2^-15 + 2^-8) = 0.0117 n at most, a column of m by 0.0117 m
/// more. With kMostFixedPointTaps of 19 both are off by 0.45, and with the result's own rounding,
/// by half and 2^-6, by 0.97: less than the 1 that u8 results may be off.
std::optional<FixedPointTaps> fixed_point_taps(const OuterProduct& product);

}  // namespace fftcore
