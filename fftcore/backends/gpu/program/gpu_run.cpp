// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <span>
#include <type_traits>

#include "fftcore/error.h"

namespace fftcore {
namespace {

/// The row stride that a run() was given (0: the layout's).
std::int32_t checked_row_stride(const Layout& layout, std::int64_t given, std::string_view name) {
  const std::int64_t stride = given != 0 ? given : layout.rows.stride;
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  if (stride > kMost / layout.rows.extent)
    throw InvalidArgument(fmt::format(
        "run() got a row stride of {} for the {}; {} rows of it reach beyond 2^31 samples", stride,
        name, layout.rows.extent));
  return static_cast<std::int32_t>(stride);
}

/// Whether groups of so many samples are aligned to such at the beginning of each row, as far as
/// the caller says.
bool begins_groups(const Layout& layout, std::uintptr_t begin, std::int64_t row_stride,
                   int samples) {
  return begin % static_cast<std::uintptr_t>(samples * size_bytes(layout.type)) == 0 &&
         (layout.rows.extent == 1 || row_stride % samples == 0);
}

}  // namespace

GpuRun::GpuRun(GpuProgram& program, Queue& queue)
    : program_(program),
      queue_(gpu_queue(queue, program.device())),
      bindings_(program.own_bindings()) {}

/// The buffer in host memory from there on.
template <class AnyBuffer>
AnyBuffer GpuRun::moved_to(const Begin& begin, AnyBuffer buffer) {
  using Byte = std::conditional_t<std::is_same_v<AnyBuffer, Buffer>, std::byte, const std::byte>;
  buffer.data = static_cast<Byte*>(buffer.data) + begin.bytes;
  buffer.first = begin.first;
  return buffer;
}

GpuRun::Begin GpuRun::begin_of(Place place, std::int64_t first) const {
  const auto& known = *program_.buffers_[place];
  if (!known.image) return {static_cast<std::size_t>(first) * known.element_bytes, 0};
  const SampleType type = known.image->type;
  return {static_cast<std::size_t>(byte_of(type, first)), first % traits_of(type).samples};
}

void GpuRun::bind(Place place, const ConstBuffer& buffer, std::string_view name) {
  const auto& known = *program_.buffers_[place];
  const bool is_host = buffer.memory == MemoryKind::host;
  const Begin begin = begin_of(place, buffer.first);
  // Kernels' parameters know what is written.
  bindings_.memory[place] = is_host ? Argument(known.staging->memory())
                                    : BorrowedMemory{const_cast<void*>(buffer.data), begin.bytes};
  if (!known.image) return;
  // At the host rows may lie otherwise than on the device.
  std::int32_t& stride = bindings_.row_strides[place];
  stride = checked_row_stride(*known.image, is_host ? 0 : buffer.row_stride, name);
  bindings_.firsts[place] = static_cast<std::int32_t>(begin.first);
  is_aligned_ =
      is_aligned_ &&
      (is_host || begins_groups(*known.image,
                                program_.device().callers_memory(buffer.data).begin + begin.bytes,
                                stride, program_.plan_.aligned_samples));
}

void GpuRun::take(const Ports& ports, std::span<const ConstBuffer> inputs, const Buffer& output) {
  check_buffers(ports, inputs, output, &program_.device());
  bind(ports, inputs, output);
}

void GpuRun::bind(const Ports& ports, std::span<const ConstBuffer> inputs, const Buffer& output) {
  for (std::size_t i = 0; i < ports.inputs.size(); ++i) read(ports.inputs[i], inputs[i]);
  if (ports.output)
    write(ports.output->place, output, ports.output->name);
  else
    write(Place::output, {}, "output");
}

void GpuRun::read(const Port& port, const ConstBuffer& buffer) {
  bind(port.place, buffer, port.name);
  if (buffer.memory == MemoryKind::host)
    from_host_[port.place] = moved_to(begin_of(port.place, buffer.first), buffer);
}

void GpuRun::write(Place place, const Buffer& buffer, std::string_view name) {
  const std::optional<Layout>& image = program_.buffers_[place]->image;
  const ConstBuffer before{buffer.data, buffer.row_stride, buffer.size_bytes, buffer.memory,
                           buffer.first};
  bind(place, before, name);
  written_ = place;
  if (buffer.memory != MemoryKind::host) return;
  const Begin begin = begin_of(place, buffer.first);
  to_host_ = moved_to(begin, buffer);
  // Words come back whole, with what they had beside the samples.
  if (image && traits_of(image->type).is_packed()) from_host_[place] = moved_to(begin, before);
}

void GpuRun::keep_output() {
  if (to_host_.data != nullptr)
    from_host_[written_] = {to_host_.data, to_host_.row_stride, to_host_.size_bytes,
                            to_host_.memory, to_host_.first};
}

void GpuRun::update(const Ports& ports, std::span<const ConstBuffer> inputs, const Buffer& output,
                    const Buffer& state) {
  check_state(ports, inputs, output, state, &program_.device());
  const Port& port = *ports.state;
  read(port, {state.data, state.row_stride, state.size_bytes, state.memory, state.first});
  if (state.memory == MemoryKind::host)
    state_to_host_ = moved_to(begin_of(port.place, state.first), state);
}

void GpuRun::work_in(const Buffer& workspace) {
  auto begin = static_cast<std::size_t>(workspace.first);
  for (const PlaceEntry& entry : kPlaceTable) {
    const std::int64_t bytes = program_.plan_.bytes_of(entry.place);
    if (!entry.is_programs || bytes == 0) continue;
    bindings_.memory[entry.place] = BorrowedMemory{workspace.data, begin};
    begin += static_cast<std::size_t>(aligned_work(bytes));
  }
}

void GpuRun::copy_in() {
  for (const PlaceEntry& entry : kPlaceTable) {
    const ConstBuffer& host = from_host_[entry.place];
    if (host.data == nullptr) continue;
    const auto& known = *program_.buffers_[entry.place];
    known.staging->copy_in(queue_.stream(), host.data,
                           values_at(known.values, known.image, host.row_stride, host.first));
  }
}

void GpuRun::launch(Start start) {
  copy_in();
  program_.enqueue_run(queue_.stream(), bindings_, is_aligned_, start);
}

void GpuRun::launch_reference() {
  copy_in();
  const auto first = static_cast<std::size_t>(program_.plan_.of_references);
  enqueue(std::span(program_.run_).first(first), queue_.stream(), bindings_);
  enqueue(program_.set_taps_, queue_.stream(), bindings_, Start::early);
}

void GpuRun::finish() {
  DeviceStream& stream = queue_.stream();
  if (state_to_host_.data != nullptr) copy_out(Place::state, state_to_host_);
  const bool writes_host = to_host_.data != nullptr;
  const bool reads_host =
      std::any_of(from_host_.begin(), from_host_.end(),
                  [](const ConstBuffer& buffer) { return buffer.data != nullptr; });
  if (!writes_host) {
    if (reads_host) stream.wait();
    return;
  }
  copy_out(written_, to_host_);
}

void GpuRun::copy_out(Place place, const Buffer& to) {
  const auto& known = *program_.buffers_[place];
  const StridedValues values = values_at(known.values, known.image, to.row_stride, to.first);
  known.staging->copy_out(queue_.stream(), to.data, values);
  queue_.stream().wait();
  known.staging->finish_copy_out(to.data, values);
}

}  // namespace fftcore
