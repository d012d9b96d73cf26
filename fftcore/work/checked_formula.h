// SPDX-License-Identifier: LGPL-2.1-or-later
// Checks of the formula in one field of some work.
#pragma once

#include <string_view>

#include "sample_formula.h"

namespace fftcore {

/// parsed(), whose error names the field.
Formula parsed_of(const SampleFormula& formula, std::string_view field);

/// Throws InvalidArgument, which begins with the field's name, unless the formula can be read, and
/// is real or may be complex. `samples`: words on what is real otherwise. No formula is right.
void check_formula(const SampleFormula& formula, std::string_view field, bool may_be_complex,
                   std::string_view samples);

/// Throws InvalidArgument where there is code and no formula that might call it, and where it is
/// too long, or no text.
void check_code(std::string_view code, bool has_formulas);

/// Parameters that the formulas `load` and `store` take.
std::int64_t parameters_of_both(const SampleFormula& load, const SampleFormula& store);

}  // namespace fftcore
