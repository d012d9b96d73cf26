// SPDX-License-Identifier: LGPL-2.1-or-later
// The formulas that a Transform's values have, and their checks.
#pragma once

#include "fftcore/transform.h"
#include "sample_formula.h"

namespace fftcore {

SampleFormula load_formula(const Transform& transform);
SampleFormula store_formula(const Transform& transform);
inline bool has_formulas(const Transform& transform) {
  return !transform.load.empty() || !transform.store.empty();
}

/// Throws InvalidArgument where a formula cannot be read, or is complex where the side is real, and
/// where there are more axes than formulas know.
void check_formulas(const Transform& transform);

}  // namespace fftcore
