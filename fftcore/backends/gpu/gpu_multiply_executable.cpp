// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_multiply_executable.h"

#include <fmt/format.h>

#include <utility>

#include "canonical.h"
#include "product_convolution.h"
#include "run_checks.h"
#include "taps_scale.h"

namespace fftcore {

GpuMultiplyExecutable::GpuMultiplyExecutable(const MultiplyStage& stage, LaunchPlan plan,
                                             std::shared_ptr<Device> device)
    : stage_(stage),
      plan_(std::move(plan)),
      device_(std::move(device)),
      run_(load_launches(*device_, plan_.run)),
      set_taps_(load_launches(*device_, plan_.set_taps)),
      input_(*device_, stage.input),
      output_(*device_, stage.output),
      taps_stream_(device_->create_stream()) {
  if (const std::int64_t bytes = plan_.bytes_of(Place::work_0); bytes > 0)
    work_ = device_->allocate(static_cast<std::size_t>(bytes));
  if (stage.spectrum)
    kernel_input_.emplace(*device_, *stage.spectrum);
  else
    taps_ = device_->allocate(static_cast<std::size_t>(plan_.bytes_of(Place::taps)));
}

void GpuMultiplyExecutable::set_taps(std::span<const Taps> taps) {
  check_taps(stage_, taps);
  Convolution problem = product_convolution(stage_);
  if (plan_.has_product_gain) problem.precision = Precision::fast;
  const float scale = taps_scale(problem, taps);
  std::vector<float> values;
  for (const Taps& one : taps)
    for (const float tap : correlation_taps(problem, one)) values.push_back(tap * scale);
  const std::lock_guard one_at_a_time(taps_mutex_);
  std::shared_ptr<DeviceMemory> spectrum =
      device_->allocate(static_cast<std::size_t>(plan_.bytes_of(Place::spectrum)));
  Bindings bindings;
  bindings[Place::taps] = static_cast<const DeviceMemory*>(taps_.get());
  bindings[Place::spectrum] = static_cast<const DeviceMemory*>(spectrum.get());
  bindings.input_row_stride = static_cast<std::int32_t>(problem.taps.columns);
  taps_stream_->copy_in(*taps_, values.data(), CopyShape::bytes(values.size() * sizeof(float)));
  enqueue(set_taps_, *taps_stream_, bindings);
  taps_stream_->wait();
  kernel_.set_spectrum(std::move(spectrum), scale, 1 / scale);
}

void GpuMultiplyExecutable::run(Queue& queue, ConstBuffer input, ConstBuffer kernel,
                                Buffer output) {
  GpuQueue& gpu = gpu_queue(queue, *device_);
  DeviceStream& stream = gpu.stream();
  check_buffers(stage_, input, kernel, output,
                device_->takes_pointers() ? Reach::host_and_device : Reach::host_only);
  const bool from_host = input.memory == MemoryKind::host,
             to_host = output.memory == MemoryKind::host;
  const bool kernel_from_host = kernel_input_.has_value() && kernel.memory == MemoryKind::host;
  Bindings bindings;
  bindings[Place::input] = from_host ? Argument(input_.memory()) : pointer_to(input.data);
  bindings[Place::work_0] = static_cast<const DeviceMemory*>(work_.get());
  bindings[Place::output] = to_host ? Argument(output_.memory()) : pointer_to(output.data);
  TapsSlot<DeviceMemory>::Values of_taps;  // held until the launch is enqueued
  if (stage_.taps) {
    of_taps = kernel_.values("run() before set_taps(): there is no kernel yet");
    bindings[Place::spectrum] = static_cast<const DeviceMemory*>(of_taps.spectrum.get());
    bindings.product_gain = of_taps.product_gain;
  } else {
    bindings[Place::spectrum] =
        kernel_from_host ? Argument(kernel_input_->memory()) : pointer_to(kernel.data);
  }

  if (from_host) input_.copy_in(stream, input);
  if (kernel_from_host) kernel_input_->copy_in(stream, kernel);
  // A spectrum may have been written by the launch before, and kernels take it that it never
  // changes.
  enqueue(run_, stream, bindings, stage_.taps ? gpu.start() : Start::after_all);
  if (to_host) output_.copy_out(stream, output);
  if (from_host || kernel_from_host || to_host) stream.wait();
  if (to_host) output_.finish_copy_out(output);
}

std::string GpuMultiplyExecutable::plan_text() const {
  return fmt::format("{}: {}", to_string(stage_), to_string(plan_));
}

}  // namespace fftcore
