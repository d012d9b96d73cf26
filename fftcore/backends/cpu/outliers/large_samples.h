// SPDX-License-Identifier: LGPL-2.1-or-later
// What follows where a run has read samples as 0 that are too large, or not finite.
#pragma once

#include <functional>

#include "fftcore/convolution.h"
#include "image_access.h"
#include "sample_limits.h"
#include "tap_signs.h"
#include "worker_pool.h"

namespace fftcore {

/// Completes outputs that were made within `limits`: those that samples beyond reach through taps
/// other than 0. `pass` makes all outputs of a Frame within its limits. It is called once for the
/// large samples, or several times where they differ by much, each time with higher limits and an
/// output of its own; from that come the outputs that the samples beyond the former limits reach.
/// Samples that are not finite are put back last. `whole` has no limits; those are changed. May
/// throw std::bad_alloc.
void complete_outputs(const Convolution& problem, const ImageAccess& image, const TapSigns& signs,
                      const Frame& whole, SampleLimits& limits, WorkerPool& pool,
                      const std::function<void(const Frame&)>& pass);

}  // namespace fftcore
