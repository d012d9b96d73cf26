// SPDX-License-Identifier: LGPL-2.1-or-later
// Transforms of lines in two steps ("four-step"): with n = step * n1 + p, k = k1 + N1 * k2, pieces
// p of N1 elements `step` apart are transformed, element k1 of piece p is turned by exp(-2 pi i k1
// p / N), and then lines of `step` pieces are transformed for every k1. Bailey, "FFTs in external
// or hierarchical memory", 1990.
#pragma once

#include "access.h"

namespace fftcore {

/// Turns what forward() returned (or, before inverse(), turns it back).
void apply_four_step_twiddles(Builder& builder, LineTransform& transform, Values& values, int radix,
                              const LinePosition& line, std::int64_t whole, bool back);

}  // namespace fftcore
