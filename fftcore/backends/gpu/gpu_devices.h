// SPDX-License-Identifier: LGPL-2.1-or-later
// The devices that a backend works on: found when they are first asked for, and kept.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "device.h"
#include "fftcore/backend.h"

namespace fftcore {

/// The device that options and variables (FFTCORE_CUDA_DEVICE, FFTCORE_OPENCL_DEVICE) ask for.
/// Throws BackendUnavailable where there is none.
std::unique_ptr<Device> find_cuda_device(const QueueOptions& options);
std::unique_ptr<Device> find_opencl_device(const QueueOptions& options);

/// Thread-safe.
class GpuDevices {
 public:
  using Find = std::unique_ptr<Device> (*)(const QueueOptions&);
  /// `name`: the backend's, in the log.
  GpuDevices(std::string_view name, Find find) : name_(name), find_(find) {}

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
  std::mutex mutex_;  // guards what follows
  // by QueueOptions::device; never freed
  std::map<int, Found>* own_ = new std::map<int, Found>;
  std::map<void*, std::weak_ptr<Device>> contexts_;
};

}  // namespace fftcore
