// SPDX-License-Identifier: LGPL-2.1-or-later
// Sums under a template, at each place of it.
#pragma once

#include "generated_kernel.h"
#include "moving_sum_spec.h"

namespace fftcore {

/// Throws InvalidArgument where the values contradict each other.
GeneratedKernel moving_sum_kernel(const MovingSumSpec& spec);

}  // namespace fftcore
