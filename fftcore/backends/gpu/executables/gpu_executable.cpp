// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_executable.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <variant>

#include "gpu_queue.h"
#include "gpu_run.h"
#include "image_within.h"
#include "large_samples.h"
#include "log_line.h"
#include "port_checks.h"
#include "taps_spectrum.h"

namespace fftcore {

GpuExecutable::GpuExecutable(const Convolution& problem, const Plan& plan,
                             std::shared_ptr<Device> device)
    : ConvolutionExecutable(problem),
      ports_(ports_of(problem)),
      plan_(plan),
      confines_not_finite_(confines_not_finite(problem) && problem.load.empty() &&
                           problem.code.empty()),
      image_(convolution()),
      limits_(convolution(), image_),
      program_(std::get<LaunchPlan>(plan.geometry), std::move(device), buffers_of(ports_)) {}

void GpuExecutable::set(const Setting& setting) {
  if (const auto* taps = std::get_if<std::span<const Taps>>(&setting)) {
    const std::lock_guard lock(set_mutex_);
    transform(*taps, gain_);
  } else if (const auto* gain = std::get_if<Gain>(&setting)) {
    change(*gain);
  } else if (const auto* parameters = std::get_if<std::span<const double>>(&setting)) {
    taps_.set_parameters(all_parameters(parameters_needed(convolution()), *parameters));
  } else {
    Executable::set(setting);
  }
}

// The taps that do for a larger gain come before it, and those for a lower one after it: frames may
// run meanwhile.
void GpuExecutable::change(const Gain& to) {
  const auto [gain, offset] = to;
  check_gain(gain, offset);
  const std::lock_guard lock(set_mutex_);
  const bool was_large = std::abs(gain_) > most_gain_, is_large = std::abs(gain) > most_gain_;
  const std::vector<Taps> given = given_;
  gain_ = gain;
  if (is_large && !was_large) transform(given, gain);
  taps_.set_gain(gain, offset);
  if (was_large && !is_large) transform(given, gain);
}

void GpuExecutable::transform(std::span<const Taps> taps, float gain) {
  TapsSpectrum made = transform_taps(program_, convolution(), taps, gain);
  most_gain_ = made.most_gain;
  given_.clear();
  if (std::isfinite(most_gain_)) given_.assign(taps.begin(), taps.end());
  if (program_.otherwise() != nullptr)
    log_line("plan", "{}: the taps go by {}", to_string(convolution()),
             made.program == &program_ ? "their products of a column and a row"
                                       : "the plan for other taps");
  taps_.set_spectrum(std::make_shared<const DeviceTaps>(DeviceTaps{
                         made.program, std::move(made.spectrum), TapSigns(convolution(), taps)}),
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

template <class Meanwhile>
void GpuExecutable::launch(Queue& queue, const TapsValues& taps, double unit, const Frame& frame,
                           Meanwhile meanwhile) {
  GpuRun run(*taps.spectrum->program, queue);
  run.bind(ports_, std::array{frame.input, frame.second}, frame.output);
  Bindings& bindings = run.bindings();
  bindings.memory[Place::source] = bindings.memory[Place::input];
  bindings.row_strides[Place::source] = bindings.row_strides[Place::input];
  bindings.firsts[Place::source] = bindings.firsts[Place::input];
  bindings.memory[Place::spectrum] = taps.spectrum->memory.get();
  bindings.product_gain = taps.product_gain;
  bindings.gain = unit * taps.gain / (taps.scale * taps.product_gain);
  bindings.offset = double{taps.offset} + convolution().bias;
  bindings.parameters = taps.parameters;
  run.launch();
  meanwhile();
  run.finish();
}

void GpuExecutable::run_any(Queue& queue, std::span<const ConstBuffer> inputs, const Buffer& output,
                            const Buffer&) {
  gpu_queue(queue, program_.device());
  check_buffers(ports_, inputs, output, &program_.device());
  const auto taps = taps_.values();  // held until the launches are enqueued
  Frame whole{inputs[0], output, taps.gain, taps.offset, taps.parameters};
  if (inputs.size() > 1) whole.second = inputs[1];
  const auto is_host = [](const auto& buffer) { return buffer.memory == MemoryKind::host; };
  const bool looks =
      confines_not_finite_ && std::ranges::all_of(inputs, is_host) && is_host(output);
  if (!looks) return launch(queue, taps, 1, whole, [] {});
  bool is_within = true;
  launch(queue, taps, 1, whole, [&] {
    limits_.measure(whole, pool_);
    limits_.share_unit();
    is_within = is_image_within(convolution(), whole.input, limits_.all()) && limits_.unit() == 1;
  });
  if (is_within) return;
  // Kernels do not look: they run again on copies, and the processor writes what is reached.
  const auto pass = [&](const Frame& frame) {
    limits_.share_unit();
    const ImageWithin copy(convolution(), image_, frame, pool_);
    Frame copied = frame;
    copied.input = copy.buffer();
    launch(queue, taps, limits_.unit(), copied, [] {});
    return copy.has_others();
  };
  Frame within = whole;
  within.limits = limits_.data();
  if (pass(within))
    complete_outputs(convolution(), image_, taps.spectrum->signs, whole, limits_, pool_, pass);
}

}  // namespace fftcore
