// SPDX-License-Identifier: LGPL-2.1-or-later
// The definitions in fftcore/stages.h, computed directly in long double, and the bounds on errors
// (fftcore/accuracy.md). It shares no code with the library.
#pragma once

#include <span>
#include <vector>

#include "dft.h"
#include "direct_sum.h"
#include "fftcore/stages.h"

namespace oracle {

/// A stage's result and how far off its 2-norm may be, rounding to an f16 element included, to one
/// of whole numbers not.
template <class Values>
struct Bounded {
  Values exact;
  double bound = 0;
};
/// (channel, stored row, bin), as TestSpectrum has them.
using SpectrumValues = std::vector<Wide>;

Bounded<SpectrumValues> transformed(const fftcore::ForwardStage& stage, const Samples& image);
/// One of taps and kernel: taps as set_taps() takes them, or the values of stage.spectrum.
Bounded<SpectrumValues> multiplied(const fftcore::MultiplyStage& stage, const SpectrumValues& input,
                                   std::span<const fftcore::Taps> taps,
                                   const SpectrumValues& kernel);
/// Channels left out hold zeros.
Bounded<Samples> transformed_back(const fftcore::InverseStage& stage,
                                  const SpectrumValues& spectrum, double gain, double offset);

}  // namespace oracle
