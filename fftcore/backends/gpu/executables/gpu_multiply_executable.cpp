// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_multiply_executable.h"

#include <utility>
#include <vector>

#include "canonical.h"
#include "gpu_run.h"
#include "product_convolution.h"
#include "setting_checks.h"
#include "taps_scale.h"

namespace fftcore {

GpuMultiplyExecutable::GpuMultiplyExecutable(const MultiplyStage& stage, LaunchPlan plan,
                                             std::shared_ptr<Device> device)
    : MultiplyExecutable(stage),
      ports_(ports_of(stage)),
      program_(std::move(plan), std::move(device), buffers_of(ports_)) {}

void GpuMultiplyExecutable::set(const Setting& setting) {
  if (const auto* taps = std::get_if<std::span<const Taps>>(&setting))
    transform(*taps);
  else if (const auto* parameters = std::get_if<std::span<const double>>(&setting))
    taps_.set_parameters(all_parameters(parameters_needed(stage()), *parameters));
  else
    Executable::set(setting);
}

void GpuMultiplyExecutable::transform(std::span<const Taps> taps) {
  check_taps(stage(), taps);
  Convolution problem = product_convolution(stage());
  if (program_.plan().has_product_gain) problem.precision = Precision::fast;
  const float scale = taps_scale(problem, taps);
  std::vector<float> values;
  for (const Taps& one : taps)
    for (const float tap : correlation_taps<float>(problem, one)) values.push_back(tap * scale);
  taps_.set_spectrum(
      program_.transform_taps(std::as_bytes(std::span(values)), problem.taps.columns), scale,
      1 / scale);
}

void GpuMultiplyExecutable::run_any(Queue& queue, std::span<const ConstBuffer> inputs,
                                    const Buffer& output, const Buffer&) {
  GpuRun run(program_, queue);
  run.take(ports_, inputs, output);
  run.bindings().parameters = taps_.parameters();
  TapsSlot<DeviceMemory>::Values taps;  // held until the launch is enqueued
  if (stage().taps) {
    taps = taps_.values();
    run.bindings().memory[Place::spectrum] = taps.spectrum.get();
    run.bindings().product_gain = taps.product_gain;
  }
  // A caller's spectrum may have been written by the launch before, and kernels take it that what
  // they multiply by never changes.
  run.launch(stage().taps ? run.start() : Start::after_all);
  run.finish();
}

}  // namespace fftcore
