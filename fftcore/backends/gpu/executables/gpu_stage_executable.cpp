// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_stage_executable.h"

#include <utility>
#include <vector>

#include "gpu_run.h"
#include "run_checks.h"
#include "stage_launches.h"

namespace fftcore {
namespace {

std::vector<CallersBuffer> buffers_of(const InverseStage& stage) {
  std::vector<CallersBuffer> buffers{
      {Place::input, stage.spectrum},
      {Place::output, stage.image, stage.copies_left_out ? 0 : stage.left_out}};
  if (stage.copies_left_out) buffers.emplace_back(Place::source, stage.image);
  return buffers;
}

}  // namespace

GpuForwardExecutable::GpuForwardExecutable(const ForwardStage& stage, LaunchPlan plan,
                                           std::shared_ptr<Device> device)
    : stage_(stage),
      program_(std::move(plan), std::move(device),
               {{Place::input, stage.image}, {Place::output, stage.spectrum}}) {}

void GpuForwardExecutable::run(Queue& queue, ConstBuffer input, Buffer output) {
  GpuRun run(program_, queue);
  check_buffers(stage_, input, output, &program_.device());
  run.read(Place::input, input);
  run.write(Place::output, output);
  // Not early: the launch before may have written the image, which kernels take to be constant.
  run.launch();
  run.finish();
}

GpuInverseExecutable::GpuInverseExecutable(const InverseStage& stage, LaunchPlan plan,
                                           std::shared_ptr<Device> device)
    : stage_(stage), program_(std::move(plan), std::move(device), buffers_of(stage)) {}

void GpuInverseExecutable::run(Queue& queue, ConstBuffer input, ConstBuffer source, Buffer output) {
  GpuRun run(program_, queue);
  check_buffers(stage_, input, source, output, &program_.device());
  const Gain gain = gain_.value();
  run.read(Place::input, input);
  run.write(Place::output, output);
  if (stage_.copies_left_out) run.read(Place::source, source);
  run.bindings().gain = static_cast<float>(gain.gain * inverse_scale(stage_));
  run.bindings().offset = gain.offset + stage_.bias;
  // Kernels take the source to be constant, but not the spectrum.
  run.launch(stage_.copies_left_out ? Start::after_all : run.start());
  run.finish();
}

}  // namespace fftcore
