// SPDX-License-Identifier: LGPL-2.1-or-later
// Samples that share words, as pixels.h has those with words of their own. Stores change their
// samples' bits alone: threads may store to other samples of the same words at the same time.
#pragma once

#include <cstdint>

#include "fftcore/layout.h"

namespace fftcore {

/// Results lie `to_step` apart.
template <class Real>
void load_packed(const void* row, SampleType type, std::int64_t first, std::int64_t step,
                 std::int64_t count, Real bias, Real* to, std::int64_t to_step);
template <class Real>
void store_packed(void* row, SampleType type, std::int64_t first, std::int64_t step,
                  std::int64_t count, Real gain, Real offset, const Real* from);
void copy_packed(const void* from, std::int64_t from_first, std::int64_t from_step, void* to,
                 std::int64_t to_first, std::int64_t to_step, SampleType type, std::int64_t count);

}  // namespace fftcore
