// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_stage_executable.h"

#include <fmt/format.h>

#include <utility>

#include "run_checks.h"
#include "spectrum_launches.h"

namespace fftcore {
namespace {

Reach reach_of(const Device& device) {
  return device.takes_pointers() ? Reach::host_and_device : Reach::host_only;
}

}  // namespace

GpuForwardExecutable::GpuForwardExecutable(const ForwardStage& stage, LaunchPlan plan,
                                           std::shared_ptr<Device> device)
    : stage_(stage),
      plan_(std::move(plan)),
      device_(std::move(device)),
      run_(load_launches(*device_, plan_.run)),
      image_(*device_, stage.image),
      spectrum_(*device_, stage.spectrum) {}

void GpuForwardExecutable::run(Queue& queue, ConstBuffer input, Buffer output) {
  DeviceStream& stream = gpu_queue(queue, *device_).stream();
  check_buffers(stage_, input, output, reach_of(*device_));
  const bool from_host = input.memory == MemoryKind::host,
             to_host = output.memory == MemoryKind::host;
  Bindings bindings;
  bindings[Place::input] = from_host ? Argument(image_.memory()) : pointer_to(input.data);
  bindings[Place::output] = to_host ? Argument(spectrum_.memory()) : pointer_to(output.data);
  bindings.input_row_stride =
      checked_row_stride(stage_.image, from_host ? 0 : input.row_stride, "input");

  if (from_host) image_.copy_in(stream, input);
  // not early: kernels take it that images do not change, and the launch before may have written
  // this one
  enqueue(run_, stream, bindings);
  if (to_host) spectrum_.copy_out(stream, output);
  if (from_host || to_host) stream.wait();
  if (to_host) spectrum_.finish_copy_out(output);
}

std::string GpuForwardExecutable::plan_text() const {
  return fmt::format("{}: {}", to_string(stage_), to_string(plan_));
}

GpuInverseExecutable::GpuInverseExecutable(const InverseStage& stage, LaunchPlan plan,
                                           std::shared_ptr<Device> device)
    : stage_(stage),
      plan_(std::move(plan)),
      device_(std::move(device)),
      run_(load_launches(*device_, plan_.run)),
      run_unaligned_(load_launches(*device_, plan_.run_unaligned)),
      spectrum_(*device_, stage.spectrum),
      image_(*device_, stage.image, stage.copies_left_out ? 0 : stage.left_out) {
  if (stage_.copies_left_out) source_.emplace(*device_, stage_.image);
  if (const std::int64_t bytes = plan_.bytes_of(Place::work_0); bytes > 0)
    work_ = device_->allocate(static_cast<std::size_t>(bytes));
}

void GpuInverseExecutable::run(Queue& queue, ConstBuffer input, ConstBuffer source, Buffer output) {
  GpuQueue& gpu = gpu_queue(queue, *device_);
  DeviceStream& stream = gpu.stream();
  check_buffers(stage_, input, source, output, reach_of(*device_));
  const bool from_host = input.memory == MemoryKind::host,
             to_host = output.memory == MemoryKind::host;
  const bool source_from_host = source_.has_value() && source.memory == MemoryKind::host;
  const Gain gain = gain_.value();
  Bindings bindings;
  bindings[Place::input] = from_host ? Argument(spectrum_.memory()) : pointer_to(input.data);
  bindings[Place::work_0] = static_cast<const DeviceMemory*>(work_.get());
  bindings[Place::output] = to_host ? Argument(image_.memory()) : pointer_to(output.data);
  bindings.output_row_stride =
      checked_row_stride(stage_.image, to_host ? 0 : output.row_stride, "output");
  if (source_) {
    bindings[Place::source] =
        source_from_host ? Argument(source_->memory()) : pointer_to(source.data);
    bindings.source_row_stride =
        checked_row_stride(stage_.image, source_from_host ? 0 : source.row_stride, "source");
  }
  bindings.gain = static_cast<float>(gain.gain * inverse_scale(stage_));
  bindings.offset = gain.offset + stage_.bias;

  if (from_host) spectrum_.copy_in(stream, input);
  if (source_from_host) source_->copy_in(stream, source);
  const bool is_aligned =
      to_host || begins_pairs(stage_.image, output.data, bindings.output_row_stride);
  // as above, of the source
  enqueue(is_aligned || run_unaligned_.empty() ? run_ : run_unaligned_, stream, bindings,
          source_ ? Start::after_all : gpu.start());
  if (to_host) image_.copy_out(stream, output);
  if (from_host || source_from_host || to_host) stream.wait();
  if (to_host) image_.finish_copy_out(output);
}

std::string GpuInverseExecutable::plan_text() const {
  return fmt::format("{}: {}", to_string(stage_), to_string(plan_));
}

}  // namespace fftcore
