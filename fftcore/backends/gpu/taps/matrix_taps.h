// SPDX-License-Identifier: LGPL-2.1-or-later
// Taps as launches of DirectBody::matrices take them.
#pragma once

#include <vector>

#include "direct_spec.h"
#include "fftcore/convolution.h"
#include "fftcore/taps.h"

namespace fftcore {

/// Taps in two parts, so that their sum is as exact as single precision nearly is. Words are pairs
/// of halves. The first word's first half is the largest gain, of the taps as they are here, at
/// which the first parts do: outputs are within 1/4 then. The words of the first parts follow, and
/// those of the second: for each row of taps, and each matrix beside each other, those of the
/// threads of a warp. Column n of such a band matrix has the taps from row `lead` + n on.
struct MatrixTaps {
  std::vector<float> words;
  float scale = 1;  ///< a power of two that taps were multiplied by, for the range of halves
};
MatrixTaps matrix_taps(const KeptTaps& kept, const Convolution& problem, const Taps& taps);

}  // namespace fftcore
