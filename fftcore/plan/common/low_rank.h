// SPDX-License-Identifier: LGPL-2.1-or-later
// Taps as a sum of few outer products of a column and a row, so that columns and rows can be
// filtered one after the other.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "fftcore/taps.h"

namespace fftcore {

/// Taps column[y] * row[x].
struct OuterProduct {
  std::vector<double> column;
  std::vector<double> row;
};

/// What a sum of outer products may leave out: the sum of |left out| is at most that times max|H|
/// of the taps. So ||left out * x|| stays below u max|H| ||x||, of which all of a convolution's
/// rounding may take 4 u sqrt(log2 N).
inline constexpr double kLeftOutOfProducts = 0x1p-24;

/// The fewest products, at most `most` of them, whose sum the taps are: none where all taps are 0.
/// Nothing where more would be needed, and where taps are complex, of several slices, or no finite
/// numbers, which have no rank.
///
/// The products are those of a singular value decomposition, found one after the other by power
/// iteration. So the time goes with `most` and the number of taps: a whole decomposition of 511x511
/// taps would take a second of the thread that sets them.
std::optional<std::vector<OuterProduct>> low_rank(const Taps& taps, std::int64_t most,
                                                  double left_out = kLeftOutOfProducts);

}  // namespace fftcore
