// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_executable.h"

#include <utility>
#include <variant>

#include "gpu_queue.h"
#include "gpu_run.h"
#include "log_line.h"
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
  if (program_.otherwise() != nullptr)
    log_line("plan", "{}: the taps are {} of {} products of a column and a row",
             to_string(problem_), made.program == &program_ ? "a sum" : "no sum",
             program_.plan().kept_taps->most_products);
  taps_.set_spectrum(
      std::make_shared<const DeviceTaps>(DeviceTaps{made.program, std::move(made.spectrum)}),
      made.scale, made.product_gain);
}

std::string GpuExecutable::plan_text() const {
  std::string text = to_string(plan_);
  const auto taps = taps_.spectrum();
  if (taps != nullptr && program_.otherwise() != nullptr)
    text += taps->program == &program_ ? "\n  in use: outer products, since the taps are some"
                                       : "\n  in use: the plan for taps that are no outer products";
  return text;
}

void GpuExecutable::run(Queue& queue, ConstBuffer input, Buffer output) {
  gpu_queue(queue, program_.device());
  check_images(problem_, input, output, &program_.device());
  const auto taps = taps_.values();  // held until the launches are enqueued
  GpuRun run(*taps.spectrum->program, queue);
  run.read(Place::input, input);
  run.write(Place::output, output);
  Bindings& bindings = run.bindings();
  bindings.memory[Place::source] = bindings.memory[Place::input];
  bindings.row_strides[Place::source] = bindings.row_strides[Place::input];
  bindings.firsts[Place::source] = bindings.firsts[Place::input];
  bindings.memory[Place::spectrum] = taps.spectrum->memory.get();
  bindings.product_gain = taps.product_gain;
  bindings.gain = taps.gain / (taps.scale * taps.product_gain);
  bindings.offset = double{taps.offset} + problem_.bias;
  bindings.parameters = taps.parameters;
  run.launch();
  run.finish();
}

}  // namespace fftcore
