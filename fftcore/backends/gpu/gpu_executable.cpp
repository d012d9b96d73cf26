// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_executable.h"

#include <utility>
#include <variant>
#include <vector>

#include "arithmetic.h"
#include "canonical.h"
#include "gpu_run.h"
#include "run_checks.h"
#include "taps_scale.h"

namespace fftcore {

GpuExecutable::GpuExecutable(const Convolution& problem, const Plan& plan,
                             std::shared_ptr<Device> device)
    : problem_(problem),
      plan_(plan),
      program_(std::get<LaunchPlan>(plan.geometry), std::move(device),
               {{Place::input, problem.input}, {Place::output, problem.output}}) {}

void GpuExecutable::set_taps(std::span<const Taps> taps) {
  check_taps(problem_, taps);
  const LaunchPlan& plan = program_.plan();
  const float scale = taps_scale(problem_, taps);
  const auto transformed = [&]<class Real>(std::vector<Real> values) {
    for (const Taps& one : taps) {
      std::vector<Real> turned = correlation_taps<Real>(problem_, one);
      if constexpr (std::is_same_v<Real, float>)
        if (plan.even_odd) turned = even_odd_taps(*plan.even_odd, turned);
      for (const Real tap : turned) values.push_back(tap * scale);
    }
    return program_.transform_taps(std::as_bytes(std::span(values)), problem_.taps.columns);
  };
  auto spectrum =
      is_double(problem_) ? transformed(std::vector<double>()) : transformed(std::vector<float>());
  taps_.set_spectrum(std::move(spectrum), scale,
                     plan.has_product_gain ? product_gain(problem_, taps, scale) : 1);
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
  run.launch();
  run.finish();
}

}  // namespace fftcore
