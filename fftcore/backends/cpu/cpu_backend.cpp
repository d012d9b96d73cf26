// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cpu_backend.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <new>

#include "cpu_executable.h"
#include "denoise_executable.h"
#include "direct_executable.h"
#include "environment.h"
#include "fftcore/error.h"
#include "filter_executable.h"
#include "gpu_backend_names.h"
#include "line_plan.h"
#include "log_line.h"
#include "low_rank_executable.h"
#include "planner.h"
#include "search_executables.h"
#include "select_engine.h"
#include "setting_checks.h"
#include "stage_executables.h"
#include "stream_checks.h"
#include "stream_executable.h"
#include "templates.h"
#include "transform_executable.h"
#include "usable_processors.h"
#include "warp_executable.h"
#include "window_executable.h"

namespace fftcore {
namespace {

void refuse_code(const std::string& code) {
  if (!code.empty())
    throw Unsupported(fmt::format(
        "code that formulas call is a GPU's: backends {} run it, cpu has formulas alone",
        gpu_backend_names("and")));
}

/// FFTCORE_THREADS, or as many as this process may use.
int default_threads() {
  const char* variable = plain_variable("FFTCORE_THREADS");
  if (variable == nullptr) return std::min(usable_processors(), kMaxCpuThreads);
  const std::string_view text = variable;
  int threads = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), threads);
  if (error != std::errc{} || end != text.data() + text.size() || threads < 1 ||
      threads > kMaxCpuThreads)
    throw InvalidArgument(
        fmt::format("FFTCORE_THREADS={}; 1 to {} are allowed", text, kMaxCpuThreads));
  return threads;
}

/// Calls make(engine), times it and says what happened. `workspace_bytes`: about how much memory it
/// takes.
template <class Task, class Make>
auto prepare(const Task& task, std::string_view rule, int threads, std::int64_t workspace_bytes,
             Make make, bool transforms = true) {
  log_line("work", "{}", to_string(task));
  const auto start = std::chrono::steady_clock::now();
  try {
    const FftEngine& engine = select_fft_engine();
    auto executable = make(engine);
    engine.planned();
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    log_line("cpu", "{}: {}{}{}, {} threads, ready in {:.1f} ms", to_string(task), rule,
             transforms ? " by " : "", transforms ? engine.name() : "", threads, took.count());
    return executable;
  } catch (const std::bad_alloc&) {
    throw Error(fmt::format(
        "not enough memory: {} needs about {} MB of work memory; something smaller needs less",
        to_string(task), workspace_bytes / 1'000'000));
  }
}

template <class Stage, class Make>
auto prepare_stage(const Stage& stage, const Queue& queue, const SpectrumLayout& spectrum,
                   Make make) {
  const int threads = queue.threads();
  return prepare(stage, "stage", threads,
                 spectrum.channels * spectrum.points.rows * row_stride(spectrum) * 8,
                 [&](const FftEngine& engine) { return make(stage, threads, engine); });
}

std::unique_ptr<ConvolutionExecutable> make_executable(const Convolution& problem, const Plan& plan,
                                                       int threads, const FftEngine& engine) {
  if (std::holds_alternative<DirectPlan>(plan.geometry))
    return std::make_unique<DirectExecutable>(problem, plan, threads);
  if (std::holds_alternative<TilePlan>(plan.geometry))
    return make_tile_executable(problem, plan, threads, engine);
  if (std::holds_alternative<PartitionPlan>(plan.geometry))
    return make_partition_executable(problem, plan, threads, engine);
  if (std::holds_alternative<ThreePassPlan>(plan.geometry))
    return make_three_pass_executable(problem, plan, threads, engine);
  return make_five_pass_executable(problem, plan, threads, engine);
}

class CpuBackend final : public Backend {
 public:
  using Backend::compile;
  std::string_view name() const override { return "cpu"; }
  std::string_view title() const override { return "Processor"; }
  std::vector<FoundDevice> devices() const override {
    return {{.number = 0,
             .name = fmt::format("processor, {} threads", default_threads()),
             .architecture = {},
             .is_gpu = false,
             .reason = {}}};
  }
  std::string unavailable_reason() const override { return {}; }

  std::unique_ptr<Queue> create_queue(const QueueOptions& options) override {
    if (options.threads < 0 || options.threads > kMaxCpuThreads)
      throw InvalidArgument(fmt::format("a queue of {} threads; 0 (automatic) to {} are allowed",
                                        options.threads, kMaxCpuThreads));
    return std::make_unique<CpuQueue>(options.threads != 0 ? options.threads : default_threads());
  }

  std::size_t memory_bytes(const Convolution& problem, const Queue& queue) override {
    return static_cast<std::size_t>(
        plan_convolution(problem, cpu_traits(queue.threads())).workspace_bytes);
  }

  std::unique_ptr<Executable> compile_any(const AnyWork& work, const Queue& queue,
                                          Workspace workspace) override {
    return std::visit(
        [&](const auto& one) -> std::unique_ptr<Executable> { return made(one, queue, workspace); },
        work);
  }

  std::size_t workspace_bytes(const Transform& transform, const Queue&) override {
    validate(transform);
    return static_cast<std::size_t>(plan_lines(transform, false).work_bytes);
  }

  std::unique_ptr<StreamExecutable> compile(const StreamConvolution& stream,
                                            const Queue&) override {
    validate(stream);
    const StreamPlan plan = plan_stream(stream);
    return prepare(stream, to_string(plan), 1, plan.memory_bytes, [&](const FftEngine& engine) {
      return make_stream_executable(stream, plan, engine);
    });
  }
  std::size_t memory_bytes(const StreamConvolution& stream, const Queue&) override {
    validate(stream);
    return static_cast<std::size_t>(plan_stream(stream).memory_bytes);
  }

  Extent spectrum_points(Extent least, const Queue& queue) override {
    check_points(least);
    return plan_spectrum_points(least, cpu_traits(queue.threads()));
  }

 private:
  std::unique_ptr<ConvolutionExecutable> made(const Convolution& problem, const Queue& queue,
                                              Workspace) const {
    refuse_code(problem.code);
    const int threads = queue.threads();
    const Plan plan = plan_convolution(problem, cpu_traits(threads));
    const auto make = [&](const FftEngine& engine) {
      auto executable = make_executable(problem, plan, threads, engine);
      return plan.low_rank ? make_low_rank_executable(problem, plan, threads, std::move(executable))
                           : std::move(executable);
    };
    return prepare(problem, plan.rule, threads, plan.workspace_bytes, make,
                   !std::holds_alternative<DirectPlan>(plan.geometry));
  }

  std::unique_ptr<TransformExecutable> made(const Transform& transform, const Queue& queue,
                                            Workspace workspace) const {
    validate(transform);
    refuse_code(transform.code);
    const int threads = queue.threads();
    return prepare(transform, "lines", threads,
                   static_cast<std::int64_t>(input_size_bytes(transform)),
                   [&](const FftEngine& engine) {
                     return make_transform_executable(transform, threads, engine, workspace);
                   });
  }

  std::unique_ptr<MatchingExecutable> made(const TemplateMatching& matching, const Queue& queue,
                                           Workspace) {
    validate(matching);
    const int threads = queue.threads();
    const Extent surface = surface_extent(matching);
    auto numerator = compile(numerator_problem(matching, matching_signal(matching)), queue);
    return prepare(matching, "convolution", threads,
                   4 * matching.templates * surface.rows * surface.columns, [&](const FftEngine&) {
                     return make_matching_executable(matching, threads, std::move(numerator));
                   });
  }

  std::unique_ptr<PhaseExecutable> made(const PhaseCorrelation& correlation, const Queue& queue,
                                        Workspace) const {
    validate(correlation);
    const int threads = queue.threads();
    const Extent surface = surface_extent(correlation);
    return prepare(correlation, "three spectra", threads, 16 * surface.rows * surface.columns,
                   [&](const FftEngine& engine) {
                     return make_phase_executable(correlation, threads, engine);
                   });
  }

  std::unique_ptr<DenoiseExecutable> made(const Denoise& denoise, const Queue& queue,
                                          Workspace) const {
    validate(denoise);
    const int threads = queue.threads();
    return prepare(
        denoise, "blocks", threads, denoise_memory_bytes(denoise, threads),
        [&](const FftEngine&) { return make_denoise_executable(denoise, threads); }, false);
  }

  std::unique_ptr<WarpExecutable> made(const Warp& warp, const Queue& queue, Workspace) const {
    validate(warp);
    const int threads = queue.threads();
    return prepare(
        warp, "tiles of samples", threads, warp_memory_bytes(warp, threads),
        [&](const FftEngine&) { return make_warp_executable(warp, threads); }, false);
  }

  std::unique_ptr<StageExecutable> made(const ForwardStage& stage, const Queue& queue,
                                        Workspace) const {
    validate(stage);
    return prepare_stage(stage, queue, stage.spectrum, make_forward_executable);
  }
  std::unique_ptr<MultiplyExecutable> made(const MultiplyStage& stage, const Queue& queue,
                                           Workspace) const {
    validate(stage);
    refuse_code(stage.code);
    return prepare_stage(stage, queue, stage.input, make_multiply_executable);
  }
  std::unique_ptr<StageExecutable> made(const InverseStage& stage, const Queue& queue,
                                        Workspace) const {
    validate(stage);
    return prepare_stage(stage, queue, stage.spectrum, make_inverse_executable);
  }
  std::unique_ptr<WindowExecutable> made(const WindowCorrelation& windows, const Queue& queue,
                                         Workspace) const {
    validate(windows);
    const int threads = queue.threads();
    return prepare(
        windows, "windows", threads, window_memory_bytes(windows, threads),
        [&](const FftEngine& engine) { return make_window_executable(windows, threads, engine); });
  }
  std::unique_ptr<FilterExecutable> made(const WindowFilters& filters, const Queue& queue,
                                         Workspace) const {
    validate(filters);
    const int threads = queue.threads();
    return prepare(
        filters, "windows", threads, filter_memory_bytes(filters, threads),
        [&](const FftEngine& engine) { return make_filter_executable(filters, threads, engine); });
  }
  static std::unique_ptr<Executable> made(const StreamConvolution& stream, const Queue&,
                                          Workspace) {
    refuse_run(stream);
  }
};

}  // namespace

Backend* cpu_backend() {
  static CpuBackend backend;
  return &backend;
}

}  // namespace fftcore
