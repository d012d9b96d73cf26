// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_transform_executable.h"

#include <algorithm>
#include <utility>

#include "gpu_run.h"
#include "transform_sides.h"

namespace fftcore {
namespace {

/// The values of a side that memory holds.
StridedValues values_of(const Transform& transform, bool is_input) {
  StridedValues values;
  values.value_bytes = static_cast<std::size_t>(
      (is_input ? input_element_reals(transform) : output_element_reals(transform)) *
      bytes_of(transform.numbers));
  values.offset =
      static_cast<std::size_t>(is_input ? transform.input_offset : transform.output_offset) *
      values.value_bytes;
  std::size_t count = 0;
  const auto add = [&](const TransformAxis& axis, const PointSpan& span) {
    const std::size_t stride =
        static_cast<std::size_t>(is_input ? axis.input_stride : axis.output_stride) *
        values.value_bytes;
    values.axes[count++] = {static_cast<std::size_t>(span.end() - span.first), stride, stride,
                            static_cast<std::size_t>(span.first),
                            static_cast<std::size_t>(span.round_end())};
  };
  for (std::size_t i = 0; i < transform.axes.size(); ++i)
    add(transform.axes[i], is_input ? input_span(transform, i) : output_span(transform, i));
  for (const TransformAxis& batch : transform.batches) add(batch, batch.extent);
  const std::int64_t imaginary = is_input ? transform.input_imaginary : transform.output_imaginary;
  if (imaginary != 0) add({2, imaginary, imaginary}, 2);
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
    const std::size_t end = axis.first + axis.count;
    if (end == 1) continue;
    overlaps = overlaps || axis.host_stride < reach;
    reach += (end - 1) * axis.host_stride;
  }
  return overlaps ? StridedValues{reach, values.offset, {}, 0} : values;
}

}  // namespace

static_assert(aligned_work(1) == kWorkspaceAlignment);

GpuTransformExecutable::GpuTransformExecutable(const Transform& transform, LaunchPlan plan,
                                               std::shared_ptr<Device> device, Workspace workspace)
    : TransformExecutable(transform),
      ports_(ports_of(transform)),
      workspace_{workspace, static_cast<std::size_t>(work_bytes(plan))},
      program_(std::move(plan), std::move(device),
               {{Place::input, without_overlap(values_of(transform, true)),
                 value_bytes(ports_.inputs[0])},
                {Place::output, values_of(transform, false), value_bytes(*ports_.output)}},
               transform.in_place ? GpuProgram::Buffers::in_place : GpuProgram::Buffers::apart,
               workspace) {}

void GpuTransformExecutable::set(const Setting& setting) {
  const auto* parameters = std::get_if<std::span<const double>>(&setting);
  if (parameters == nullptr) return Executable::set(setting);
  parameters_.set(all_parameters(parameters_needed(transform()), *parameters));
}

void GpuTransformExecutable::run_any(Queue& queue, std::span<const ConstBuffer> inputs,
                                     const Buffer& output, const Buffer& workspace) {
  GpuRun run(program_, queue);
  run.take(ports_, inputs, output);
  check_workspace(workspace_, ports_, inputs[0], output, workspace, &program_.device());
  if (workspace_.whose == Workspace::given) run.work_in(workspace);
  run.bindings().parameters = parameters_.value();
  run.launch();
  run.finish();
}

}  // namespace fftcore
