// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_denoise_executable.h"

#include <utility>
#include <variant>

#include "denoise_launches.h"
#include "setting_checks.h"

namespace fftcore {

GpuDenoiseExecutable::GpuDenoiseExecutable(const Denoise& denoise, LaunchPlan plan,
                                           std::shared_ptr<Device> device)
    : DenoiseExecutable(denoise),
      ports_(ports_of(denoise)),
      program_(std::move(plan), std::move(device), buffers_of(ports_)) {
  set(denoise.strength);
}

void GpuDenoiseExecutable::set(const Setting& setting) {
  const auto* strength = std::get_if<DenoiseStrength>(&setting);
  if (strength == nullptr) return Executable::set(setting);
  check_strength(denoise(), *strength);
  const auto& spec = std::get<DenoiseSpec>(program_.plan().run.front().spec);
  strength_.set_spectrum(program_.keep_taps(strength_numbers(denoise(), *strength, spec)));
}

void GpuDenoiseExecutable::run_any(Queue& queue, std::span<const ConstBuffer> frames,
                                   const Buffer& output, const Buffer&) {
  GpuRun run(program_, queue);
  run.take(ports_, frames, output);
  const std::shared_ptr<const DeviceMemory> strength = strength_.spectrum();
  run.bindings().memory[Place::spectrum] = strength.get();
  run.launch();
  run.finish();
}

}  // namespace fftcore
