// SPDX-License-Identifier: LGPL-2.1-or-later
// The backends that compute on devices, by CUDA and by OpenCL.
#pragma once

#include "fftcore/backend.h"

namespace fftcore {

// Both live as long as the program, and look for their device when they are first asked.

/// The first GPU that CUDA shows, or the one that FFTCORE_CUDA_DEVICE numbers. It starts without
/// NVRTC; compile() then throws Unsupported for what was not compiled before.
Backend* cuda_backend();
/// The first GPU that OpenCL shows, else its first device; or the one that FFTCORE_OPENCL_DEVICE
/// numbers or names in part.
Backend* opencl_backend();

}  // namespace fftcore
