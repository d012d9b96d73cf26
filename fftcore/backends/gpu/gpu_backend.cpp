// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_backend.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "compile_error.h"
#include "drivers.h"
#include "fftcore/error.h"
#include "gpu_denoise_executable.h"
#include "gpu_devices.h"
#include "gpu_executable.h"
#include "gpu_filter_executable.h"
#include "gpu_inverse_executable.h"
#include "gpu_matching_executable.h"
#include "gpu_multiply_executable.h"
#include "gpu_phase_executable.h"
#include "gpu_plain_executable.h"
#include "gpu_stream_executable.h"
#include "gpu_target.h"
#include "gpu_transform_executable.h"
#include "gpu_window_executable.h"
#include "kernel_cache.h"
#include "kinds.h"
#include "log_line.h"
#include "overloaded.h"
#include "planner.h"
#include "setting_checks.h"
#include "stream_checks.h"
#include "tuner.h"

namespace fftcore {
namespace {

/// Why compile() has no kernels, and what to do about it.
template <class Task>
std::string missing_kernels(const Task& task, const DeviceInfo& info, const NoCompiler& none) {
  const std::string text = to_string(task);
  return fmt::format(
      "no compiled kernels are at hand for '{}' on '{}': {}. {}", text, info.name, none.what(),
      says_all(text, task)
          ? fmt::format("Or compile the kernels on another machine, and name the file by "
                        "FFTCORE_KERNELS: {}",
                        compile_advice(text, info))
          : "Or compile on a machine of that kind that has NVRTC, and copy its cache: no text says "
            "all strides of this work");
}

/// What make(device, traits) makes of a task for a queue's device. It is timed, and the log (topic:
/// the backend's name) says text_of(what was made). Where no compiler is there, other backends may
/// still do the task.
template <class Task, class Make, class TextOf>
auto compiled(std::string_view backend, const Task& task, const Queue& queue, const Make& make,
              const TextOf& text_of) {
  const std::shared_ptr<Device>& device = gpu_queue(queue).device();
  log_line("work", "{}", to_string(task));
  const auto start = std::chrono::steady_clock::now();
  auto executable = [&] {
    try {
      return make(device, traits_of(device->info()));
    } catch (const NoCompiler& none) {
      throw Unsupported(missing_kernels(task, device->info(), none));
    }
  }();
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  log_line(backend, "{} on '{}', ready in {:.1f} ms", text_of(*executable), device->info().name,
           took.count());
  return executable;
}

class GpuBackend final : public Backend {
 public:
  explicit GpuBackend(const Driver& driver)
      : name_(driver.name), driver_(driver), devices_(driver) {}

  std::string_view name() const override { return name_; }
  std::string_view title() const override { return driver_.title; }

  std::vector<FoundDevice> devices() const override {
    try {
      return driver_.devices();
    } catch (const BackendUnavailable&) {
      return {};  // unavailable_reason() says it
    }
  }

  std::string unavailable_reason() const override {
    try {
      devices_.get({});
      return {};
    } catch (const Error& error) {
      return error.what();
    }
  }

  std::string auto_skip_reason() const override {
    try {
      const std::shared_ptr<Device> device = devices_.get({});
      const DeviceInfo& info = device->info();
      if (!info.is_gpu) return fmt::format("'{}' is no GPU", info.name);
      // A compiler that is not needed is not loaded.
      return KernelCache::shared().may_have(info.architecture) ? "" : device->no_compiler_reason();
    } catch (const Error&) {
      return {};  // unavailable_reason() says it
    }
  }

  std::unique_ptr<Queue> create_queue(const QueueOptions& options) override {
    std::shared_ptr<Device> found = devices_.get(options);
    auto stream = options.native_stream != nullptr ? found->borrow_stream(options.native_stream)
                                                   : found->create_stream();
    stream->wait_by(options.wait);
    return std::make_unique<GpuQueue>(
        std::move(found), std::move(stream),
        options.native_stream == nullptr || options.native_stream_is_exclusive);
  }

  std::unique_ptr<Executable> compile_any(const AnyWork& work, const Queue& queue,
                                          Workspace workspace) override {
    return std::visit(
        Overloaded{
            [&](const Convolution& one) { return convolution(one, queue); },
            [&](const Transform& one) {
              return planned<GpuTransformExecutable>(one, queue, workspace);
            },
            [&](const TemplateMatching& one) { return planned<GpuMatchingExecutable>(one, queue); },
            [&](const PhaseCorrelation& one) { return planned<GpuPhaseExecutable>(one, queue); },
            [&](const Denoise& one) { return planned<GpuDenoiseExecutable>(one, queue); },
            [&](const WindowCorrelation& one) { return planned<GpuWindowExecutable>(one, queue); },
            [&](const WindowFilters& one) { return planned<GpuFilterExecutable>(one, queue); },
            [&](const MultiplyStage& one) { return planned<GpuMultiplyExecutable>(one, queue); },
            [&](const InverseStage& one) { return planned<GpuInverseExecutable>(one, queue); },
            [](const StreamConvolution& one) -> std::unique_ptr<Executable> { refuse_run(one); },
            [&]<class Work>(const Work& one) {
              return planned<GpuPlainExecutable<Work>>(one, queue);
            }},
        work);
  }
  using Backend::compile;
  std::size_t memory_bytes(const Convolution& problem, const Queue& queue) override {
    return static_cast<std::size_t>(known_plan(problem, queue).workspace_bytes);
  }

  std::unique_ptr<StreamExecutable> compile(const StreamConvolution& stream,
                                            const Queue& queue) override {
    return compiled(
        name_, stream, queue,
        [&](const std::shared_ptr<Device>& device, const DeviceTraits& traits) {
          const StreamBlocks blocks = plan_blocks(stream, traits);
          const Plan plan = chosen_plan(blocks.work, traits, *device, tuning());
          return make_gpu_stream_executable(stream, blocks, plan, device);
        },
        [](const StreamExecutable& made) { return made.plan_text(); });
  }
  std::size_t memory_bytes(const StreamConvolution& stream, const Queue& queue) override {
    const StreamBlocks blocks = plan_blocks(stream, traits_of(gpu_queue(queue).device()->info()));
    return gpu_stream_bytes(blocks, known_plan(blocks.work, queue));
  }

  std::size_t workspace_bytes(const Transform& transform, const Queue& queue) override {
    return static_cast<std::size_t>(
        work_bytes(plan_launches(transform, traits_of(gpu_queue(queue).device()->info()))));
  }

  Extent spectrum_points(Extent least, const Queue& queue) override {
    check_points(least);
    return plan_spectrum_points(least, traits_of(gpu_queue(queue).device()->info()));
  }

 private:
  std::unique_ptr<Executable> convolution(const Convolution& problem, const Queue& queue) const {
    std::string rule;
    return compiled(
        name_, problem, queue,
        [&](const std::shared_ptr<Device>& device, const DeviceTraits& traits) {
          const Plan plan = chosen_plan(problem, traits, *device, tuning());
          rule = plan.rule;
          return std::make_unique<GpuExecutable>(problem, plan, device);
        },
        [&](const GpuExecutable&) { return fmt::format("{}: {}", to_string(problem), rule); });
  }

  static Plan chosen_plan(const Convolution& problem, const DeviceTraits& traits, Device& device,
                          Tuning tuning) {
    return choose_plan(problem, rank_plans(problem, traits), traits, device, KernelCache::shared(),
                       tuning);
  }

  /// The plan that compile() would take, as far as it is known without measuring.
  static Plan known_plan(const Convolution& problem, const Queue& queue) {
    const std::shared_ptr<Device>& device = gpu_queue(queue).device();
    return chosen_plan(problem, traits_of(device->info()), *device,
                       std::min(tuning(), Tuning::as_usual));
  }

  /// An executable of the launches that the planner gives for the task.
  template <class Made, class Task, class... More>
  std::unique_ptr<Executable> planned(const Task& task, const Queue& queue, More... more) const {
    return compiled(
        name_, task, queue,
        [&](const std::shared_ptr<Device>& device, const DeviceTraits& traits) {
          return std::make_unique<Made>(task, plan_launches(task, traits), device, more...);
        },
        [](const Made& made) { return made.plan_text(); });
  }

  std::string_view name_;
  const Driver& driver_;
  mutable GpuDevices devices_;
};

}  // namespace

std::vector<Backend*> new_gpu_backends() {
  std::vector<Backend*> list;
  for (const Driver* driver : drivers()) list.push_back(new GpuBackend(*driver));
  return list;
}

}  // namespace fftcore
