// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_denoise_executable.h"

#include <utility>
#include <variant>
#include <vector>

#include "denoise_launches.h"
#include "run_checks.h"

namespace fftcore {
namespace {

std::vector<CallersBuffer> denoise_buffers(const Denoise& denoise) {
  std::vector<CallersBuffer> buffers{{Place::output, denoise.output}};
  for (int f = 0; f < denoise.prev + 1 + denoise.next; ++f)
    buffers.emplace_back(frame_place(f), denoise.input);
  return buffers;
}

}  // namespace

GpuDenoiseExecutable::GpuDenoiseExecutable(const Denoise& denoise, LaunchPlan plan,
                                           std::shared_ptr<Device> device)
    : denoise_(denoise), program_(std::move(plan), std::move(device), denoise_buffers(denoise)) {
  set_strength(denoise.strength);
}

void GpuDenoiseExecutable::set_strength(const DenoiseStrength& strength) {
  check_strength(denoise_, strength);
  const auto& spec = std::get<DenoiseSpec>(program_.plan().run.front().spec);
  strength_.set_spectrum(program_.keep_taps(strength_numbers(denoise_, strength, spec)));
}

void GpuDenoiseExecutable::run(Queue& queue, std::span<const ConstBuffer> frames, Buffer output) {
  GpuRun run(program_, queue);
  check_images(denoise_, frames, output, &program_.device());
  const std::shared_ptr<const DeviceMemory> strength = strength_.spectrum();
  for (std::size_t f = 0; f < frames.size(); ++f)
    run.read(frame_place(static_cast<int>(f)), frames[f]);
  run.write(Place::output, output);
  run.bindings().memory[Place::spectrum] = strength.get();
  run.launch();
  run.finish();
}

}  // namespace fftcore
