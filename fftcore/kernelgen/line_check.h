// SPDX-License-Identifier: LGPL-2.1-or-later
// Whether a stage can be.
#pragma once

#include "line_spec.h"

namespace fftcore {

/// Throws InvalidArgument where the values contradict each other, and Unsupported where an index
/// would not fit 31 bits.
void check_line_spec(const LineSpec& spec);

/// Elements are two neighbouring real samples each.
bool has_pairs(const LineSpec& spec);
/// Forward and back in one.
bool goes_back(const LineSpec& spec);

}  // namespace fftcore
