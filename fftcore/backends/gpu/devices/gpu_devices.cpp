// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_devices.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <optional>
#include <utility>

#include "cuda_device.h"
#include "fftcore/error.h"
#include "gpu_target.h"
#include "kernel_cache.h"
#include "log_line.h"
#include "opencl_device.h"

namespace fftcore {
namespace {

std::optional<int> number_in(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// The option, else what the variable says, else nothing.
std::optional<int> device_index(const QueueOptions& options, const char* variable_name) {
  if (options.device >= 0) return options.device;
  const char* variable = std::getenv(variable_name);
  return variable != nullptr ? number_in(variable) : std::nullopt;
}

}  // namespace

std::unique_ptr<Device> find_cuda_device(const QueueOptions& options) {
  CudaDeviceOptions wanted;
  wanted.context = options.native_context;
  if (const auto index = device_index(options, "FFTCORE_CUDA_DEVICE")) {
    wanted.index = *index;
  } else if (const char* variable = std::getenv("FFTCORE_CUDA_DEVICE"); variable != nullptr) {
    throw BackendUnavailable(fmt::format("FFTCORE_CUDA_DEVICE={} is no number", variable));
  }
  std::unique_ptr<Device> device = cuda_device(wanted, KernelCache::shared());
  const std::string target = to_string(target_of(device->info()));
  for (const std::string& bundle : KernelCache::shared().made_for_others(target))
    log_line("cache", "{}, not for '{}', {}", bundle, device->info().name, target);
  return device;
}

NativeContext cuda_native_context(const QueueOptions& options) {
  return {options.native_context, nullptr};
}

NativeContext opencl_native_context(const QueueOptions& options) {
  const OpenClContext callers = opencl_context(options.native_context, options.native_stream);
  return {callers.context, callers.device};
}

std::unique_ptr<Device> find_opencl_device(const QueueOptions& options) {
  if (const auto [context, device] = opencl_native_context(options); context != nullptr)
    return opencl_device({context, device}, KernelCache::shared());
  auto devices = opencl_devices(KernelCache::shared());
  if (devices.empty()) throw BackendUnavailable("OpenCL shows no device");
  const std::optional<int> index = device_index(options, "FFTCORE_OPENCL_DEVICE");
  const char* variable = std::getenv("FFTCORE_OPENCL_DEVICE");
  if (index || variable != nullptr) {
    const std::string wanted = index ? std::to_string(*index) : variable;
    std::string names;
    for (std::size_t i = 0; i < devices.size(); ++i) {
      const std::string& name = devices[i]->info().name;
      if (index ? *index == static_cast<int>(i) : name.find(wanted) != std::string::npos)
        return std::move(devices[i]);
      names += fmt::format("{}{} '{}'", i == 0 ? "" : ", ", i, name);
    }
    throw BackendUnavailable(fmt::format("OpenCL device {} is none of {}", wanted, names));
  }
  for (auto& device : devices)
    if (device->info().is_gpu) return std::move(device);
  return std::move(devices.front());
}

std::shared_ptr<Device> GpuDevices::get(const QueueOptions& options) {
  const NativeContext native = native_(options);
  const std::lock_guard lock(mutex_);
  if (native.first != nullptr) {
    std::weak_ptr<Device>& known = contexts_[native];
    if (std::shared_ptr<Device> in_use = known.lock()) return in_use;
    std::shared_ptr<Device> fresh = find_(options);
    known = fresh;
    return fresh;
  }
  auto place = own_->find(options.device);
  if (place == own_->end()) {
    Found found;
    try {
      found.device = find_(options);
      const DeviceInfo& info = found.device->info();
      log_line(name_, "device '{}', {}, {}", info.name, info.architecture, info.compiler);
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
