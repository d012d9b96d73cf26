// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_backend.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "fftcore/error.h"
#include "gpu_devices.h"
#include "gpu_executable.h"
#include "gpu_matching_executable.h"
#include "gpu_multiply_executable.h"
#include "gpu_phase_executable.h"
#include "gpu_stage_executable.h"
#include "gpu_transform_executable.h"
#include "kernel_cache.h"
#include "log_line.h"
#include "planner.h"
#include "run_checks.h"
#include "tuner.h"

namespace fftcore {
namespace {

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

/// What make(device, traits) makes for a queue's device. It is timed, and the log (topic: the
/// backend's name) says text_of(what was made).
template <class Make, class TextOf>
auto compiled(std::string_view backend, const Queue& queue, const Make& make,
              const TextOf& text_of) {
  const std::shared_ptr<Device>& device = gpu_queue(queue).device();
  const auto start = std::chrono::steady_clock::now();
  auto executable = make(device, traits_of(device->info()));
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  log_line(backend, "{} on '{}', ready in {:.1f} ms", text_of(*executable), device->info().name,
           took.count());
  return executable;
}

class GpuBackend final : public Backend {
 public:
  GpuBackend(std::string_view name, GpuDevices::Find find) : name_(name), devices_(name, find) {}

  std::string_view name() const override { return name_; }

  std::string unavailable_reason() const override {
    try {
      devices_.get({});
      return {};
    } catch (const Error& error) {
      return error.what();
    }
  }

  std::string reluctance() const override {
    try {
      const DeviceInfo& info = devices_.get({})->info();
      return info.is_gpu ? "" : fmt::format("'{}' is no GPU", info.name);
    } catch (const Error&) {
      return {};  // unavailable_reason() says it
    }
  }

  std::unique_ptr<Queue> create_queue(const QueueOptions& options) override {
    std::shared_ptr<Device> found = devices_.get(options);
    auto stream = options.native_stream != nullptr ? found->borrow_stream(options.native_stream)
                                                   : found->create_stream();
    return std::make_unique<GpuQueue>(
        std::move(found), std::move(stream),
        options.native_stream == nullptr || options.native_stream_is_exclusive);
  }

  std::unique_ptr<ConvolutionExecutable> compile(const Convolution& problem,
                                                 const Queue& queue) override {
    std::string rule;
    return compiled(
        name_, queue,
        [&](const std::shared_ptr<Device>& device, const DeviceTraits& traits) {
          const Plan plan = choose_plan(problem, rank_plans(problem, traits), traits, *device,
                                        KernelCache::shared(), tuning());
          rule = plan.rule;
          return std::make_unique<GpuExecutable>(problem, plan, device);
        },
        [&](const GpuExecutable&) { return fmt::format("{}: {}", to_string(problem), rule); });
  }

  std::unique_ptr<TransformExecutable> compile(const Transform& transform,
                                               const Queue& queue) override {
    return planned<GpuTransformExecutable>(transform, queue);
  }

  std::unique_ptr<MatchingExecutable> compile(const TemplateMatching& matching,
                                              const Queue& queue) override {
    return planned<GpuMatchingExecutable>(matching, queue);
  }
  std::unique_ptr<PhaseExecutable> compile(const PhaseCorrelation& correlation,
                                           const Queue& queue) override {
    return planned<GpuPhaseExecutable>(correlation, queue);
  }

  std::unique_ptr<StageExecutable> compile(const ForwardStage& stage, const Queue& queue) override {
    return planned<GpuForwardExecutable>(stage, queue);
  }
  std::unique_ptr<MultiplyExecutable> compile(const MultiplyStage& stage,
                                              const Queue& queue) override {
    return planned<GpuMultiplyExecutable>(stage, queue);
  }
  std::unique_ptr<StageExecutable> compile(const InverseStage& stage, const Queue& queue) override {
    return planned<GpuInverseExecutable>(stage, queue);
  }

  Extent spectrum_points(Extent least, const Queue& queue) override {
    check_points(least);
    return plan_spectrum_points(least, traits_of(gpu_queue(queue).device()->info()));
  }

 private:
  /// An executable of the launches that the planner gives for the task.
  template <class Made, class Task>
  std::unique_ptr<Made> planned(const Task& task, const Queue& queue) const {
    return compiled(
        name_, queue,
        [&](const std::shared_ptr<Device>& device, const DeviceTraits& traits) {
          return std::make_unique<Made>(task, plan_launches(task, traits), device);
        },
        [](const Made& made) { return made.plan_text(); });
  }

  std::string_view name_;
  mutable GpuDevices devices_;
};

}  // namespace

Backend* cuda_backend() {
  static GpuBackend backend("cuda", find_cuda_device);
  return &backend;
}

Backend* opencl_backend() {
  static GpuBackend backend("opencl", find_opencl_device);
  return &backend;
}

}  // namespace fftcore
