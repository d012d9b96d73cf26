// SPDX-License-Identifier: LGPL-2.1-or-later
// Checks of a LineSpec before its kernel is written.
#pragma once

#include "line_spec.h"

namespace fftcore {

/// Throws InvalidArgument where the values contradict each other, and Unsupported where an index
/// would not fit 31 bits.
void check_line_spec(const LineSpec& spec);

/// The launch transforms lines forward and back.
bool goes_back(const LineSpec& spec);

}  // namespace fftcore
