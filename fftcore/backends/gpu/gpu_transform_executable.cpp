// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_transform_executable.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "transform_sides.h"

namespace fftcore {
namespace {

/// The values of a side that memory holds.
StridedValues values_of(const Transform& transform, bool is_input) {
  StridedValues values;
  values.value_bytes =
      static_cast<std::size_t>(is_input ? input_floats(transform) : output_floats(transform)) *
      sizeof(float);
  values.offset =
      static_cast<std::size_t>(is_input ? transform.input_offset : transform.output_offset) *
      values.value_bytes;
  std::size_t count = 0;
  const auto add = [&](const TransformAxis& axis, std::int64_t extent) {
    const std::size_t stride =
        static_cast<std::size_t>(is_input ? axis.input_stride : axis.output_stride) *
        values.value_bytes;
    values.axes[count++] = {static_cast<std::size_t>(extent), stride, stride};
  };
  for (std::size_t i = 0; i < transform.axes.size(); ++i)
    add(transform.axes[i], is_input ? stored_extent(transform, i) : output_extent(transform, i));
  for (const TransformAxis& batch : transform.batches) add(batch, batch.extent);
  return values;
}

/// Inputs that overlap as one run of bytes, since a block of rows must not.
StridedValues without_overlap(const StridedValues& values) {
  auto axes = values.axes;
  std::sort(axes.begin(), axes.end(),
            [](const ByteAxis& a, const ByteAxis& b) { return a.host_stride < b.host_stride; });
  std::size_t reach = values.value_bytes;
  bool overlaps = false;
  for (const ByteAxis& axis : axes) {
    if (axis.count == 1) continue;
    overlaps = overlaps || axis.host_stride < reach;
    reach += (axis.count - 1) * axis.host_stride;
  }
  return overlaps ? StridedValues{reach, values.offset, {}} : values;
}

}  // namespace

GpuTransformExecutable::GpuTransformExecutable(const Transform& transform, LaunchPlan plan,
                                               std::shared_ptr<Device> device)
    : transform_(transform),
      plan_(std::move(plan)),
      reach_(reach_of(transform)),
      device_(std::move(device)),
      run_(load_launches(*device_, plan_.run)),
      input_values_(without_overlap(values_of(transform, true))),
      output_values_(values_of(transform, false)),
      input_(*device_, transform.in_place ? std::max(reach_.input_bytes, reach_.output_bytes)
                                          : reach_.input_bytes),
      own_output_(transform.in_place
                      ? nullptr
                      : std::make_unique<StridedCopy>(*device_, reach_.output_bytes)) {
  const auto allocated = [&](Place place) {
    const std::int64_t bytes = plan_.bytes_of(place);
    return bytes == 0 ? nullptr : device_->allocate(static_cast<std::size_t>(bytes));
  };
  work_0_ = allocated(Place::work_0);
  work_1_ = allocated(Place::work_1);
}

void GpuTransformExecutable::run(Queue& queue, ConstBuffer input, Buffer output) {
  DeviceStream& stream = gpu_queue(queue, *device_).stream();
  check_buffers(reach_, input, output,
                device_->takes_pointers() ? Reach::host_and_device : Reach::host_only);
  const bool from_host = input.memory == MemoryKind::host,
             to_host = output.memory == MemoryKind::host;
  StridedCopy& result = own_output_ ? *own_output_ : input_;

  Bindings bindings;
  bindings[Place::work_0] = static_cast<const DeviceMemory*>(work_0_.get());
  bindings[Place::work_1] = static_cast<const DeviceMemory*>(work_1_.get());
  bindings[Place::input] = from_host ? Argument(input_.memory()) : pointer_to(input.data);
  bindings[Place::output] = to_host ? Argument(result.memory()) : pointer_to(output.data);

  if (from_host) input_.copy_in(stream, input.data, input_values_);
  enqueue(run_, stream, bindings);
  if (to_host) result.copy_out(stream, output.data, output_values_);
  if (from_host || to_host) stream.wait();
  if (to_host) result.finish_copy_out(output.data, output_values_);
}

std::string GpuTransformExecutable::plan_text() const {
  return fmt::format("{}: {}", to_string(transform_), to_string(plan_));
}

}  // namespace fftcore
