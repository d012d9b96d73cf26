// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_backend.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <map>
#include <mutex>
#include <optional>

#include "cuda_device.h"
#include "fftcore/error.h"
#include "gpu_executable.h"
#include "gpu_matching_executable.h"
#include "gpu_multiply_executable.h"
#include "gpu_phase_executable.h"
#include "gpu_stage_executable.h"
#include "gpu_transform_executable.h"
#include "log_line.h"
#include "matching_launches.h"
#include "opencl_device.h"
#include "phase_launches.h"
#include "planner.h"
#include "run_checks.h"
#include "spectrum_launches.h"
#include "transform_launches.h"
#include "tuner.h"

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

std::unique_ptr<Device> find_cuda(const QueueOptions& options) {
  CudaDeviceOptions wanted;
  wanted.context = options.native_context;
  if (const auto index = device_index(options, "FFTCORE_CUDA_DEVICE")) {
    wanted.index = *index;
  } else if (const char* variable = std::getenv("FFTCORE_CUDA_DEVICE"); variable != nullptr) {
    throw BackendUnavailable(fmt::format("FFTCORE_CUDA_DEVICE={} is no number", variable));
  }
  return cuda_device(wanted, KernelCache::shared());
}

std::unique_ptr<Device> find_opencl(const QueueOptions& options) {
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

/// What the planner is told of the device, unless FFTCORE_TRAITS names another.
DeviceTraits traits_of(const DeviceInfo& info) {
  if (auto forced = forced_gpu_traits()) {
    if (forced->block_threads > info.block_threads && info.is_gpu)
      forced->block_threads = info.block_threads;
    return *forced;
  }
  DeviceTraits traits;
  traits.name = info.name;
  traits.kind = DeviceKind::gpu;
  traits.shared_bytes = info.shared_bytes;
  traits.block_threads = info.block_threads;
  traits.compute_units = std::max(1, info.compute_units);
  if (info.cache_bytes > 0) traits.cache_bytes = info.cache_bytes;
  return traits;
}

class GpuBackend final : public Backend {
 public:
  using Find = std::unique_ptr<Device> (*)(const QueueOptions&);
  GpuBackend(std::string_view name, Find find) : name_(name), find_(find) {}

  std::string_view name() const override { return name_; }

  std::string unavailable_reason() const override {
    try {
      device({});
      return {};
    } catch (const Error& error) {
      return error.what();
    }
  }

  std::string reluctance() const override {
    try {
      const DeviceInfo& info = device({})->info();
      return info.is_gpu ? "" : fmt::format("'{}' is no GPU", info.name);
    } catch (const Error&) {
      return {};  // unavailable_reason() says it
    }
  }

  std::unique_ptr<Queue> create_queue(const QueueOptions& options) override {
    std::shared_ptr<Device> found = device(options);
    auto stream = options.native_stream != nullptr ? found->borrow_stream(options.native_stream)
                                                   : found->create_stream();
    return std::make_unique<GpuQueue>(
        std::move(found), std::move(stream),
        options.native_stream == nullptr || options.native_stream_is_exclusive);
  }

  std::unique_ptr<ConvolutionExecutable> compile(const Convolution& problem,
                                                 const Queue& queue) override {
    const std::shared_ptr<Device>& device = gpu_queue(queue).device();
    const auto start = std::chrono::steady_clock::now();
    const DeviceTraits traits = traits_of(device->info());
    const Plan plan = choose_plan(problem, rank_plans(problem, traits), traits, *device,
                                  KernelCache::shared(), tuning());
    auto executable = std::make_unique<GpuExecutable>(problem, plan, device);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    log_line(name_, "{}: {} on '{}', ready in {:.1f} ms", to_string(problem), plan.rule,
             device->info().name, took.count());
    return executable;
  }

  std::unique_ptr<TransformExecutable> compile(const Transform& transform,
                                               const Queue& queue) override {
    return compiled<GpuTransformExecutable>(transform, queue, transform_launches);
  }

  std::unique_ptr<MatchingExecutable> compile(const TemplateMatching& matching,
                                              const Queue& queue) override {
    return compiled<GpuMatchingExecutable>(matching, queue, matching_launches);
  }
  std::unique_ptr<PhaseExecutable> compile(const PhaseCorrelation& correlation,
                                           const Queue& queue) override {
    return compiled<GpuPhaseExecutable>(correlation, queue, phase_launches);
  }

  std::unique_ptr<StageExecutable> compile(const ForwardStage& stage, const Queue& queue) override {
    return compiled<GpuForwardExecutable>(stage, queue, forward_launches);
  }
  std::unique_ptr<MultiplyExecutable> compile(const MultiplyStage& stage,
                                              const Queue& queue) override {
    return compiled<GpuMultiplyExecutable>(stage, queue, multiply_launches);
  }
  std::unique_ptr<StageExecutable> compile(const InverseStage& stage, const Queue& queue) override {
    return compiled<GpuInverseExecutable>(stage, queue, inverse_launches);
  }

  Extent spectrum_points(Extent least, const Queue& queue) override {
    check_points(least);
    return fftcore::spectrum_points(least, traits_of(gpu_queue(queue).device()->info()));
  }

 private:
  template <class Made, class Work>
  std::unique_ptr<Made> compiled(const Work& work, const Queue& queue,
                                 LaunchPlan (*launches)(const Work&, const DeviceTraits&)) const {
    const std::shared_ptr<Device>& device = gpu_queue(queue).device();
    const auto start = std::chrono::steady_clock::now();
    auto executable =
        std::make_unique<Made>(work, launches(work, traits_of(device->info())), device);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    log_line(name_, "{} on '{}', ready in {:.1f} ms", executable->plan_text(), device->info().name,
             took.count());
    return executable;
  }

  struct Found {
    std::shared_ptr<Device> device;
    std::string reason;  // why there is none
  };

  /// One Device for each index; they are kept, since starting with one is slow, and never freed,
  /// since drivers are unloaded before the end of the program. One of a caller's context is shared
  /// as long as it is in use.
  std::shared_ptr<Device> device(const QueueOptions& options) const {
    const std::lock_guard lock(mutex_);
    if (options.native_context != nullptr) {
      std::weak_ptr<Device>& known = contexts_[options.native_context];
      if (std::shared_ptr<Device> in_use = known.lock()) return in_use;
      std::shared_ptr<Device> fresh = find_(options);
      known = fresh;
      return fresh;
    }
    const auto [place, is_new] = own_->try_emplace(options.device);
    Found& found = place->second;
    if (is_new) {
      try {
        found.device = find_(options);
        log_line(name_, "device '{}', {}", found.device->info().name,
                 found.device->info().compiler);
      } catch (const Error& error) {
        found.reason = error.what();
      }
    }
    if (found.device == nullptr) throw BackendUnavailable(found.reason);
    return found.device;
  }

  std::string_view name_;
  Find find_;
  mutable std::mutex mutex_;  // guards what follows
  // by QueueOptions::device; never freed
  mutable std::map<int, Found>* own_ = new std::map<int, Found>;
  mutable std::map<void*, std::weak_ptr<Device>> contexts_;
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
