// SPDX-License-Identifier: LGPL-2.1-or-later
// The formulas that a Convolution's samples have, and their checks.
#pragma once

#include <string_view>

#include "fftcore/convolution.h"
#include "sample_formula.h"

namespace fftcore {

SampleFormula load_formula(const Convolution& convolution);
SampleFormula store_formula(const Convolution& convolution);

/// Throws InvalidArgument, which begins with the field's name, unless the formula can be read, and
/// is real or may be complex. `samples`: words on what is real otherwise.
void check_formula(const SampleFormula& formula, std::string_view field, bool may_be_complex,
                   std::string_view samples);

/// check_formula() of a Convolution's.
void check_formulas(const Convolution& convolution);

}  // namespace fftcore
