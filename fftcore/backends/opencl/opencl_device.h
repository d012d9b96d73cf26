// SPDX-License-Identifier: LGPL-2.1-or-later
// OpenCL devices as Devices, by the loader that is found at run time.
#pragma once

#include <memory>
#include <vector>

#include "device.h"
#include "kernel_cache.h"

namespace fftcore {

/// Every OpenCL device of the machine, in the order of the ICD loader. Throws BackendUnavailable
/// where there is no OpenCL at all. The cache must outlive them.
std::vector<std::unique_ptr<Device>> opencl_devices(KernelCache& cache);

}  // namespace fftcore
