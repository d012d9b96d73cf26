// SPDX-License-Identifier: LGPL-2.1-or-later
// The middle of a phase correlation: an image's spectrum and a reference's -> what is left of both
// but their phases' difference.
#pragma once

#include "access.h"

namespace fftcore {

/// What the table must hold for it.
std::vector<float> weight_table(const CrossPower& by);

/// Stores the values, which forward() returned, and turns them into the cross power. `weights`: the
/// place of weight_table() in the table.
Values cross_power(Builder& builder, const LineTransform& transform, const Values& values,
                   const CrossPower& by, const LinePosition& line, int radix, int weights);

}  // namespace fftcore
