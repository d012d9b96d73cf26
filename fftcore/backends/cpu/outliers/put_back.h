// SPDX-License-Identifier: LGPL-2.1-or-later
// Samples that are not finite, which a run has set aside as 0: what they make of the outputs that
// they reach, as a direct sum would.
#pragma once

#include "fftcore/convolution.h"
#include "image_access.h"
#include "tap_signs.h"
#include "worker_pool.h"

namespace fftcore {

/// Writes the outputs whose taps other than 0 meet a sample that is not finite. Such an output is
/// infinite where all that meets it is infinite with one sign, else not a number; then come gain,
/// offset and `store`. Of complex outputs it writes the parts that are reached (with a formula
/// both, of which what is not reached is not a number). May throw std::bad_alloc.
void put_back(const Convolution& problem, const ImageAccess& image, const TapSigns& signs,
              const Frame& whole, WorkerPool& pool);

}  // namespace fftcore
