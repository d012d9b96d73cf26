// SPDX-License-Identifier: LGPL-2.1-or-later
// The row of backend cuda.
#pragma once

#include "driver.h"

namespace fftcore {

/// NVIDIA's GPUs, by their driver. Works without NVRTC; load() then throws NoCompiler for kernels
/// that were not compiled before. FFTCORE_CUDA_DEVICE is the number of the device.
const Driver& cuda_driver();

}  // namespace fftcore
