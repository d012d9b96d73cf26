// SPDX-License-Identifier: LGPL-2.1-or-later
// The devices that a backend works on: found when they are first asked for, and kept.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "driver.h"

namespace fftcore {

/// Thread-safe.
class GpuDevices {
 public:
  /// The driver must live as long as the program.
  explicit GpuDevices(const Driver& driver) : driver_(driver) {}

  /// One Device for each index; they are kept, since starting with one is slow, and never freed,
  /// since drivers are unloaded before the end of the program. One of a caller's context is shared
  /// as long as it is in use. Throws as Driver::find does, each time.
  std::shared_ptr<Device> get(const QueueOptions& options);

 private:
  struct Found {
    std::shared_ptr<Device> device;
    std::string reason;  // why there is none
  };

  std::unique_ptr<Device> find(const QueueOptions& options) const;

  const Driver& driver_;
  std::mutex mutex_;  // guards what follows
  // by QueueOptions::device; never freed
  std::map<int, Found>* own_ = new std::map<int, Found>;
  std::map<NativeContext, std::weak_ptr<Device>> contexts_;
};

}  // namespace fftcore
