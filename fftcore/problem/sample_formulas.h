// SPDX-License-Identifier: LGPL-2.1-or-later
// The formulas that a Convolution's samples have, and their checks.
#pragma once

#include "fftcore/convolution.h"
#include "sample_formula.h"

namespace fftcore {

SampleFormula load_formula(const Convolution& convolution);
SampleFormula store_formula(const Convolution& convolution);

/// Throws InvalidArgument where a formula cannot be read, or is complex where samples are real.
void check_formulas(const Convolution& convolution);

}  // namespace fftcore
