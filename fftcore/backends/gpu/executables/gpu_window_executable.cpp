// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_window_executable.h"

#include <utility>
#include <variant>

#include "setting_checks.h"

namespace fftcore {

GpuWindowExecutable::GpuWindowExecutable(const WindowCorrelation& windows, LaunchPlan plan,
                                         std::shared_ptr<Device> device)
    : WindowExecutable(windows),
      ports_(ports_of(windows)),
      program_(std::move(plan), std::move(device), buffers_of(ports_)),
      count_(windows.count) {}

void GpuWindowExecutable::set(const Setting& setting) {
  const auto* count = std::get_if<WindowCount>(&setting);
  if (count == nullptr) return Executable::set(setting);
  check_count(windows(), *count);
  count_ = count->count;
}

void GpuWindowExecutable::run_any(Queue& queue, std::span<const ConstBuffer> inputs,
                                  const Buffer& output, const Buffer&) {
  GpuRun run(program_, queue);
  run.take(ports_, inputs, output);
  if (count_ < windows().count) run.keep_output();
  run.bindings().windows = static_cast<std::int32_t>(count_);
  // Not early: the launch before may have written the places, which kernels take to be constant.
  run.launch();
  run.finish();
}

}  // namespace fftcore
