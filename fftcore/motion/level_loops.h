// SPDX-License-Identifier: LGPL-2.1-or-later
// Loops over rows of images.
#pragma once

#include <cstdint>

namespace fftcore {

/// Means of 2x2 samples of two rows: `count` of them.
void halve_rows(const std::uint8_t* above, const std::uint8_t* below, std::int64_t count,
                std::uint8_t* to);
void halve_rows(const float* above, const float* below, std::int64_t count, float* to);

/// 0 in place of samples that are not finite, or beyond kMaxSignal.
void clear_unseen(std::int64_t count, float* row);

/// Products of an image's gradient, of one row: xx, xy and yy of half the difference of neighbours.
/// The first and the last column have 0.
void gradient_products(const std::uint8_t* above, const std::uint8_t* row,
                       const std::uint8_t* below, std::int64_t count, float* xx, float* xy,
                       float* yy);
void gradient_products(const float* above, const float* row, const float* below, std::int64_t count,
                       float* xx, float* xy, float* yy);

/// Adds a row to sums.
void add_row(const float* row, std::int64_t count, float* sums);
/// Sums of `width` neighbours, the first of them at the sum's own place.
void sum_neighbours(const float* row, std::int64_t count, std::int64_t width, float* sums);
/// The smaller eigenvalue of each matrix (xx, xy; xy, yy).
void smaller_eigenvalues(const float* xx, const float* xy, const float* yy, std::int64_t count,
                         float* to);

}  // namespace fftcore
