// SPDX-License-Identifier: LGPL-2.1-or-later
// A kernel of a DirectSpec: a convolution of few taps, without transforms.
#pragma once

#include "direct_spec.h"
#include "generated_kernel.h"

namespace fftcore {

/// Throws InvalidArgument where the values contradict each other.
GeneratedKernel direct_kernel(const DirectSpec& spec);

}  // namespace fftcore
