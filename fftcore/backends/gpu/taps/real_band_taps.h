// SPDX-License-Identifier: LGPL-2.1-or-later
// Taps as launches of DirectBody::real_bands take them.
#pragma once

#include <optional>

#include "band_taps.h"
#include "direct_spec.h"
#include "fftcore/convolution.h"
#include "fftcore/taps.h"

namespace fftcore {

/// Numbers lie in groups of four for each thread of a warp, thread 4 r + q. A number is the sum of
/// two TF32, its parts.
///
/// First the matrices that multiply samples, of the row of taps, KeptTaps::row_bands of them. Each
/// has two steps of 8 columns, and a step has a group of each part: rows r and r + 8 of column q,
/// then of column q + 4. Row m is of output 2 (m % 8) + m / 8. Columns q and q + 4 of step s are of
/// samples 4 q + 2 s and the next one.
///
/// Then those that the middle is multiplied by, of the column of taps, KeptTaps::column_steps() of
/// them. Each is a group: column r of rows q and q + 4, both in the upper part, then in the lower
/// one. Column n is of output n. Rows q and q + 4 are of rows 2 q and 2 q + 1 of the middle.
///
/// Nothing where taps are no product of a column and a row. Floats have no largest gain.
std::optional<BandTaps> real_band_taps(const KeptTaps& kept, const Convolution& problem,
                                       const Taps& taps);

}  // namespace fftcore
