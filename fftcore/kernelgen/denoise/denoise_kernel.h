// SPDX-License-Identifier: LGPL-2.1-or-later
// The launch that denoises.
#pragma once

#include "denoise_spec.h"
#include "generated_kernel.h"

namespace fftcore {

/// Throws InvalidArgument where the values contradict each other.
GeneratedKernel denoise_kernel(const DenoiseSpec& spec);

}  // namespace fftcore
