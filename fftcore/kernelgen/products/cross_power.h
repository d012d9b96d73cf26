// SPDX-License-Identifier: LGPL-2.1-or-later
// The middle of a phase correlation: the spectra of an image and of a reference become one, which
// keeps the difference of their phases.
#pragma once

#include "access.h"

namespace fftcore {

/// Weights that the kernel's table must hold, lines' before elements'.
Table weight_table(const CrossPower& by);

/// Stores the values, which forward() returned, and turns them into the cross power. `weights`: the
/// place of weight_table() in the table.
Values cross_power(Builder& builder, const LineTransform& transform, const Values& values,
                   const CrossPower& by, const LinePosition& line, int radix, int weights);

}  // namespace fftcore
