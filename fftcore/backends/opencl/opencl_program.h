// SPDX-License-Identifier: LGPL-2.1-or-later
// OpenCL programs, built once and kept in the cache of compiled kernels.
#pragma once

#include <string>

#include "device.h"
#include "kernel_cache.h"
#include "opencl_objects.h"

namespace fftcore::opencl {

/// A program, built for the device from its source or from the binary that the cache has of it.
/// Throws CompileError with the build log.
Owned<ProgramHandle> build_program(ContextHandle context, DeviceId device, const DeviceInfo& info,
                                   const std::string& kernel_name, const std::string& source,
                                   KernelCache& cache);

}  // namespace fftcore::opencl
