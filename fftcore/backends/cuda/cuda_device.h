// SPDX-License-Identifier: LGPL-2.1-or-later
// An NVIDIA GPU as a Device, by the driver that is found at run time.
#pragma once

#include <memory>
#include <vector>

#include "device.h"
#include "kernel_cache.h"
#include "nvrtc.h"

namespace fftcore {

struct CudaDeviceOptions {
  /// The device's number, as the driver counts; CUDA_VISIBLE_DEVICES may limit and order them.
  int index = 0;
  /// A CUcontext to work in. Its owner keeps it; it must outlive the device, and `index` does not
  /// count then. Null: the primary context of the device, which all users of CUDA's run-time
  /// interface share.
  void* context = nullptr;
};

/// A device by libcuda.so.1, found at run time. Throws BackendUnavailable with the reason where
/// that is missing or too old, there is no GPU, or its compute capability is below 7.5;
/// InvalidArgument where there is no such index. NVRTC is not asked for until the cache has no code
/// for a kernel; then load() may throw NoCompiler. The cache must outlive the device.
std::unique_ptr<Device> cuda_device(const CudaDeviceOptions& options, KernelCache& cache);

/// All devices, those too that are too old. Throws BackendUnavailable where the driver is missing
/// or does not start.
std::vector<FoundDevice> cuda_devices();

/// What a kernel takes that such a device has loaded.
KernelUsage cuda_usage(const LoadedKernel& kernel);

}  // namespace fftcore
