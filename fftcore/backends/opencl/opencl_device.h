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

/// A context of a caller's and a device of it; nulls where there is none.
struct OpenClContext {
  void* context = nullptr;
  void* device = nullptr;
};
/// What QueueOptions' native_context (cl_context) and native_stream (cl_command_queue) name, either
/// of which may be null. Throws InvalidArgument where they contradict each other, or the queue
/// works out of order.
OpenClContext opencl_context(void* native_context, void* native_stream);
/// A device in a context of a caller's, which is retained.
std::unique_ptr<Device> opencl_device(const OpenClContext& callers, KernelCache& cache);

}  // namespace fftcore
