// SPDX-License-Identifier: LGPL-2.1-or-later
// Samples of an image row <-> floats.
#pragma once

#include <cstdint>

#include "fftcore/layout.h"

namespace fftcore {

/// to[i] = row[first + i * step] - bias, indices counted in elements.
void load_samples(const void* row, Element element, std::int64_t first, std::int64_t step,
                  std::int64_t count, float bias, float* to);

/// row[first + i * step] = pack(gain * from[i] + offset): an integer element is rounded to nearest
/// and clamped to its range, NaN becomes 0.
void store_samples(void* row, Element element, std::int64_t first, std::int64_t step,
                   std::int64_t count, float gain, float offset, const float* from);

/// Copies samples between rows of one element type, bit by bit.
void copy_samples(const void* from, std::int64_t from_first, std::int64_t from_step, void* to,
                  std::int64_t to_first, std::int64_t to_step, Element element, std::int64_t count);

}  // namespace fftcore
