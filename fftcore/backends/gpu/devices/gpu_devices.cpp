// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_devices.h"

#include <utility>

#include "fftcore/error.h"
#include "gpu_target.h"
#include "kernel_cache.h"
#include "log_line.h"

namespace fftcore {

std::unique_ptr<Device> GpuDevices::find(const QueueOptions& options) const {
  KernelCache& cache = KernelCache::shared();
  std::unique_ptr<Device> device = driver_.find(options, cache);
  if (driver_.compiler == nullptr) return device;
  const std::string target = to_string(target_of(device->info()));
  for (const std::string& bundle : cache.made_for_others(target))
    log_line("cache", "{}, not for '{}', {}", bundle, device->info().name, target);
  return device;
}

std::shared_ptr<Device> GpuDevices::get(const QueueOptions& options) {
  const NativeContext native = driver_.native_context(options);
  const std::lock_guard lock(mutex_);
  if (native.first != nullptr) {
    std::weak_ptr<Device>& known = contexts_[native];
    if (std::shared_ptr<Device> in_use = known.lock()) return in_use;
    std::shared_ptr<Device> fresh = find(options);
    known = fresh;
    return fresh;
  }
  auto place = own_->find(options.device);
  if (place == own_->end()) {
    Found found;
    try {
      found.device = find(options);
      const DeviceInfo& info = found.device->info();
      log_line(driver_.name, "device '{}', {}, {}", info.name, info.architecture, info.compiler);
    } catch (const Error& error) {
      found.reason = error.what();
    }
    // Only what is known whole is kept: without memory the next call tries again.
    place = own_->emplace(options.device, std::move(found)).first;
  }
  const Found& found = place->second;
  if (found.device == nullptr) throw BackendUnavailable(found.reason);
  return found.device;
}

}  // namespace fftcore
