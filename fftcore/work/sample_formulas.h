// SPDX-License-Identifier: LGPL-2.1-or-later
// The formulas of a Convolution's samples and bins and of a MultiplyStage's bins, and their checks.
#pragma once

#include "fftcore/convolution.h"
#include "fftcore/stages.h"
#include "sample_formula.h"

namespace fftcore {

SampleFormula load_formula(const Convolution& convolution);
SampleFormula spectrum_formula(const Convolution& convolution);
SampleFormula store_formula(const Convolution& convolution);
SampleFormula product_formula(const MultiplyStage& stage);
/// Whether `store` has w. Throws InvalidArgument where it cannot be read.
bool reads_second(const Convolution& convolution);
inline bool has_formulas(const Convolution& convolution) {
  return !convolution.load.empty() || !convolution.spectrum.empty() || !convolution.store.empty();
}

/// Throws InvalidArgument where a formula cannot be read, or is complex where samples are real,
/// where there is no spectrum for one, and where the second image is not one for `store`.
void check_formulas(const Convolution& convolution);

}  // namespace fftcore
