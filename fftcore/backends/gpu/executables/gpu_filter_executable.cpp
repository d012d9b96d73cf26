// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_filter_executable.h"

#include <utility>
#include <variant>

#include "setting_checks.h"

namespace fftcore {

GpuFilterExecutable::GpuFilterExecutable(const WindowFilters& filters, LaunchPlan plan,
                                         std::shared_ptr<Device> device)
    : FilterExecutable(filters),
      ports_(ports_of(filters)),
      program_(std::move(plan), std::move(device), buffers_of(ports_)),
      count_(filters.count),
      places_(filters) {}

void GpuFilterExecutable::set(const Setting& setting) {
  const auto* count = std::get_if<WindowCount>(&setting);
  if (count == nullptr) return Executable::set(setting);
  check_count(filters(), *count);
  count_ = count->count;
}

void GpuFilterExecutable::run_any(Queue& queue, std::span<const ConstBuffer> inputs,
                                  const Buffer& output, const Buffer& stored) {
  GpuRun run(program_, queue);
  run.take(ports_, inputs, output);
  run.update(ports_, inputs, output, stored);
  places_.check(inputs[1], count_);
  if (count_ < filters().count) run.keep_output();
  run.bindings().windows = static_cast<std::int32_t>(count_);
  // Not early: the launch before may have written the places, which kernels take to be constant.
  run.launch();
  run.finish();
}

}  // namespace fftcore
