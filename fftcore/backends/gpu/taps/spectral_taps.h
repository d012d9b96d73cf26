// SPDX-License-Identifier: LGPL-2.1-or-later
// Taps as launches of DirectBody::transforms take them.
#pragma once

#include <vector>

#include "direct_spec.h"
#include "fftcore/convolution.h"
#include "fftcore/taps.h"

namespace fftcore {

/// Words of pairs of halves. First the matrices that lines are multiplied by, one for each bin of
/// the transform of 8 before (direct_transforms.cpp), cosines, then sines. Then the taps' spectrum
/// for each warp and bin of 8, real parts, then imaginary ones: four words of each thread of the
/// warp. Last what outputs lack, two halves whose sum it is.
struct SpectralTaps {
  std::vector<float> words;
  float scale = 1;  ///< what outputs are multiplied by
};
SpectralTaps spectral_taps(const KeptTaps& kept, const Convolution& problem, const Taps& taps);

}  // namespace fftcore
