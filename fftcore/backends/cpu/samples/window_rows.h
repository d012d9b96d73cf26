// SPDX-License-Identifier: LGPL-2.1-or-later
// A window function on rows of samples: the product of a number of the row and one of each column.
#pragma once

#include <cstdint>

namespace fftcore {

/// to[i] *= columns[i] * row, for `count` samples.
void apply_window(const float* __restrict columns, float row, std::int64_t count,
                  float* __restrict to);

/// The sum of the squares of `count` samples.
double sum_of_squares(const float* from, std::int64_t count);

}  // namespace fftcore
