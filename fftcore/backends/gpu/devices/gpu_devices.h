// SPDX-License-Identifier: LGPL-2.1-or-later
// The devices that a backend works on: found when they are first asked for, and kept.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "device.h"
#include "fftcore/backend.h"

namespace fftcore {

/// The device that options and variables (FFTCORE_CUDA_DEVICE, FFTCORE_OPENCL_DEVICE) ask for.
/// Throws BackendUnavailable where there is none.
std::unique_ptr<Device> find_cuda_device(const QueueOptions& options);
std::unique_ptr<Device> find_opencl_device(const QueueOptions& options);

/// The caller's context that options name and, where a context may have several, the device in it;
/// nulls where they name none. Throws InvalidArgument where they name what is no such.
using NativeContext = std::pair<void*, void*>;
NativeContext cuda_native_context(const QueueOptions& options);
NativeContext opencl_native_context(const QueueOptions& options);

/// Thread-safe.
class GpuDevices {
 public:
  using Find = std::unique_ptr<Device> (*)(const QueueOptions&);
  using Native = NativeContext (*)(const QueueOptions&);
  /// `name`: the backend's, in the log.
  GpuDevices(std::string_view name, Find find, Native native)
      : name_(name), find_(find), native_(native) {}

  /// One Device for each index; they are kept, since starting with one is slow, and never freed,
  /// since drivers are unloaded before the end of the program. One of a caller's context is shared
  /// as long as it is in use. Throws as find does, each time.
  std::shared_ptr<Device> get(const QueueOptions& options);

 private:
  struct Found {
    std::shared_ptr<Device> device;
    std::string reason;  // why there is none
  };

  std::string_view name_;
  Find find_;
  Native native_;
  std::mutex mutex_;  // guards what follows
  // by QueueOptions::device; never freed
  std::map<int, Found>* own_ = new std::map<int, Found>;
  std::map<NativeContext, std::weak_ptr<Device>> contexts_;
};

}  // namespace fftcore
