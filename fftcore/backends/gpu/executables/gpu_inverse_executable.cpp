// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_inverse_executable.h"

#include <utility>
#include <vector>

#include "gpu_run.h"
#include "stage_launches.h"

namespace fftcore {
namespace {

/// Channels that are left out are copied over, or not back.
std::vector<CallersBuffer> inverse_buffers(const InverseStage& stage, const Ports& ports) {
  std::vector<CallersBuffer> buffers = buffers_of(ports);
  if (!stage.copies_skipped)
    buffers.back() = CallersBuffer(Place::output, stage.image, stage.skipped_channels);
  return buffers;
}

}  // namespace

GpuInverseExecutable::GpuInverseExecutable(const InverseStage& stage, LaunchPlan plan,
                                           std::shared_ptr<Device> device)
    : StageExecutable(stage),
      ports_(ports_of(stage)),
      program_(std::move(plan), std::move(device), inverse_buffers(stage, ports_)) {}

void GpuInverseExecutable::set(const Setting& setting) {
  const auto* gain = std::get_if<Gain>(&setting);
  if (gain == nullptr) return Executable::set(setting);
  gain_.set(gain->gain, gain->offset);
}

void GpuInverseExecutable::run_any(Queue& queue, std::span<const ConstBuffer> inputs,
                                   const Buffer& output, const Buffer&) {
  GpuRun run(program_, queue);
  run.take(ports_, inputs, output);
  const Gain gain = gain_.value();
  run.bindings().gain = static_cast<float>(gain.gain * inverse_scale(stage_));
  run.bindings().offset = gain.offset + stage_.bias;
  // Kernels take the source to be constant, but not the spectrum.
  run.launch(stage_.copies_skipped ? Start::after_all : run.start());
  run.finish();
}

}  // namespace fftcore
