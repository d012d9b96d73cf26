// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_backend.h"

#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <optional>

#include "cuda_device.h"
#include "fftcore/error.h"
#include "gpu_executable.h"
#include "log_line.h"
#include "opencl_device.h"
#include "planner.h"

namespace fftcore {
namespace {

std::optional<int> number_in(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::unique_ptr<Device> find_cuda() {
  CudaDeviceOptions options;
  if (const char* variable = std::getenv("FFTCORE_CUDA_DEVICE"); variable != nullptr) {
    const auto index = number_in(variable);
    if (!index) throw BackendUnavailable(fmt::format("FFTCORE_CUDA_DEVICE={} is no number", variable));
    options.index = *index;
  }
  return cuda_device(options, KernelCache::shared());
}

std::unique_ptr<Device> find_opencl() {
  auto devices = opencl_devices(KernelCache::shared());
  if (devices.empty()) throw BackendUnavailable("OpenCL shows no device");
  if (const char* variable = std::getenv("FFTCORE_OPENCL_DEVICE"); variable != nullptr) {
    const auto index = number_in(variable);
    std::string names;
    for (std::size_t i = 0; i < devices.size(); ++i) {
      const std::string& name = devices[i]->info().name;
      if (index ? *index == static_cast<int>(i) : name.find(variable) != std::string::npos) return std::move(devices[i]);
      names += fmt::format("{}{} '{}'", i == 0 ? "" : ", ", i, name);
    }
    throw BackendUnavailable(fmt::format("FFTCORE_OPENCL_DEVICE={} is none of {}", variable, names));
  }
  for (auto& device : devices)
    if (device->info().is_gpu) return std::move(device);
  return std::move(devices.front());
}

/// What the planner is told of the device, unless FFTCORE_TRAITS names another.
DeviceTraits traits_of(const DeviceInfo& info) {
  if (auto forced = forced_gpu_traits()) {
    if (forced->block_threads > info.block_threads && info.is_gpu) forced->block_threads = info.block_threads;
    return *forced;
  }
  DeviceTraits traits;
  traits.name = info.name;
  traits.kind = DeviceKind::gpu;
  traits.shared_bytes = info.shared_bytes;
  traits.block_threads = info.block_threads;
  return traits;
}

class GpuBackend final : public Backend {
 public:
  using Find = std::unique_ptr<Device> (*)();
  GpuBackend(std::string_view name, Find find) : name_(name), find_(find) {}

  std::string_view name() const override { return name_; }

  std::string unavailable_reason() const override { return found().reason; }

  std::string reluctance() const override {
    const Found& f = found();
    return f.device == nullptr || f.device->info().is_gpu ? "" : fmt::format("'{}' is no GPU", f.device->info().name);
  }

  std::unique_ptr<Queue> create_queue(const QueueOptions& /*options*/) override { return std::make_unique<GpuQueue>(device()); }

  std::unique_ptr<Executable> compile(const Problem& problem, const Queue& /*queue*/) override {
    const auto start = std::chrono::steady_clock::now();
    const Plan plan = plan_problem(problem, traits_of(device().info()));
    auto executable = std::make_unique<GpuExecutable>(problem, plan, device());
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    log_line(name_, "{}: {} on '{}', ready in {:.1f} ms", to_string(problem), plan.rule, device().info().name, took.count());
    return executable;
  }
  using Backend::compile;

 private:
  struct Found {
    Device* device = nullptr;  // never freed: drivers are unloaded before the end of the program
    std::string reason;
  };

  const Found& found() const {
    const std::lock_guard lock(mutex_);
    if (!found_) {
      found_.emplace();
      try {
        found_->device = find_().release();
        log_line(name_, "device '{}', {}", found_->device->info().name, found_->device->info().compiler);
      } catch (const Error& error) {
        found_->reason = error.what();
      }
    }
    return *found_;
  }

  Device& device() const {
    const Found& f = found();
    if (f.device == nullptr) throw BackendUnavailable(fmt::format("backend '{}' does not work here ({})", name_, f.reason));
    return *f.device;
  }

  std::string_view name_;
  Find find_;
  mutable std::mutex mutex_;
  mutable std::optional<Found> found_;
};

}  // namespace

Backend* cuda_backend() {
  static GpuBackend backend("cuda", find_cuda);
  return &backend;
}

Backend* opencl_backend() {
  static GpuBackend backend("opencl", find_opencl);
  return &backend;
}

}  // namespace fftcore
