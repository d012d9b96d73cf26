// SPDX-License-Identifier: LGPL-2.1-or-later
// Taps as launches of DirectBody::bands take them.
#pragma once

#include <optional>
#include <vector>

#include "direct_spec.h"
#include "fftcore/convolution.h"
#include "fftcore/taps.h"

namespace fftcore {

/// Words are pairs of halves. The first one's sum is what outputs lack (DirectSpec::centre()).
/// After KeptTaps::kBandHead words, matrices follow, of each the four words of each thread of a
/// warp: first those that samples are multiplied by, two of 16x8 each time, whose column n has the
/// row of taps from row `lead` + c on, c being 4 (n / 2) + n % 2, and 2 more in the second; so each
/// thread gets four neighbours. Then those that multiply what comes of it, of 16x16, whose row m
/// has the column of taps from column m on.
struct BandTaps {
  std::vector<float> words;  ///< of real_band_taps.h: numbers
  float scale = 1;      ///< a power of two that taps were multiplied by, for the range of halves
  float most_gain = 0;  ///< of the taps as given, up to which outputs are near enough
};
/// Nothing where taps are no product of a column and a row.
std::optional<BandTaps> band_taps(const KeptTaps& kept, const Convolution& problem,
                                  const Taps& taps);

}  // namespace fftcore
