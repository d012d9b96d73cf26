// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_executable.h"

#include <utility>
#include <variant>

#include "gpu_run.h"
#include "run_checks.h"
#include "taps_spectrum.h"

namespace fftcore {

GpuExecutable::GpuExecutable(const Convolution& problem, const Plan& plan,
                             std::shared_ptr<Device> device)
    : problem_(problem),
      plan_(plan),
      program_(std::get<LaunchPlan>(plan.geometry), std::move(device),
               {{Place::input, problem.input}, {Place::output, problem.output}}) {}

void GpuExecutable::set_taps(std::span<const Taps> taps) {
  TapsSpectrum made = transform_taps(program_, problem_, taps);
  taps_.set_spectrum(std::move(made.spectrum), made.scale, made.product_gain);
}

void GpuExecutable::run(Queue& queue, ConstBuffer input, Buffer output) {
  GpuRun run(program_, queue);
  check_images(problem_, input, output, &program_.device());
  const auto taps = taps_.values();  // held until the launches are enqueued
  run.read(Place::input, input);
  run.write(Place::output, output);
  Bindings& bindings = run.bindings();
  bindings.memory[Place::source] = bindings.memory[Place::input];
  bindings.row_strides[Place::source] = bindings.row_strides[Place::input];
  bindings.firsts[Place::source] = bindings.firsts[Place::input];
  bindings.memory[Place::spectrum] = taps.spectrum.get();
  bindings.product_gain = taps.product_gain;
  bindings.gain = taps.gain / (taps.scale * taps.product_gain);
  bindings.offset = double{taps.offset} + problem_.bias;
  bindings.parameters = taps.parameters;
  run.launch();
  run.finish();
}

}  // namespace fftcore
