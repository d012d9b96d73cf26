// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <span>

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

/// Whether pairs of samples are aligned to such at the beginning of each row, as far as the caller
/// says.
bool begins_pairs(const Layout& layout, const void* data, std::int64_t row_stride) {
  return reinterpret_cast<std::uintptr_t>(data) % (2 * size_bytes(layout.element)) == 0 &&
         (layout.rows.extent == 1 || row_stride % 2 == 0);
}

/// The buffer from the word on that its image begins in.
template <class AnyBuffer>
AnyBuffer from_first_word(const std::optional<Layout>& image, AnyBuffer buffer) {
  if (!image) return buffer;
  using Byte = std::conditional_t<std::is_same_v<AnyBuffer, Buffer>, std::byte, const std::byte>;
  buffer.data = static_cast<Byte*>(buffer.data) + byte_of(image->element, buffer.first);
  buffer.first %= traits_of(image->element).samples;
  return buffer;
}

/// The caller's device memory. Kernels' parameters know what is written.
Argument pointer_to(const void* address) {
  return DevicePointer{const_cast<void*>(address)};
}

}  // namespace

GpuRun::GpuRun(GpuProgram& program, Queue& queue)
    : program_(program),
      queue_(gpu_queue(queue, program.device())),
      bindings_(program.own_bindings()) {}

void GpuRun::bind(Place place, const ConstBuffer& buffer, std::string_view name) {
  const auto& known = *program_.buffers_[place];
  const bool is_host = buffer.memory == MemoryKind::host;
  bindings_.memory[place] = is_host ? Argument(known.staging->memory()) : pointer_to(buffer.data);
  if (!known.image) return;
  // At the host rows may lie otherwise than on the device.
  std::int32_t& stride = bindings_.row_strides[place];
  stride = checked_row_stride(*known.image, is_host ? 0 : buffer.row_stride, name);
  bindings_.firsts[place] = static_cast<std::int32_t>(buffer.first);
  is_aligned_ = is_aligned_ && (is_host || begins_pairs(*known.image, buffer.data, stride));
}

void GpuRun::read(Place place, ConstBuffer buffer, std::string_view name) {
  buffer = from_first_word(program_.buffers_[place]->image, buffer);
  bind(place, buffer, name);
  if (buffer.memory == MemoryKind::host) from_host_[place] = buffer;
}

void GpuRun::write(Place place, Buffer buffer, std::string_view name) {
  const std::optional<Layout>& image = program_.buffers_[place]->image;
  buffer = from_first_word(image, buffer);
  const ConstBuffer before{buffer.data, buffer.row_stride, buffer.size_bytes, buffer.memory,
                           buffer.first};
  bind(place, before, name);
  written_ = place;
  if (buffer.memory != MemoryKind::host) return;
  to_host_ = buffer;
  // Words come back whole, with what they had beside the samples.
  if (image && traits_of(image->element).is_packed()) from_host_[place] = before;
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
  enqueue(is_aligned_ || program_.run_unaligned_.empty() ? program_.run_ : program_.run_unaligned_,
          queue_.stream(), bindings_, start);
}

void GpuRun::launch_reference() {
  copy_in();
  enqueue(std::span(program_.run_).first(1), queue_.stream(), bindings_);
  enqueue(program_.set_taps_, queue_.stream(), bindings_, Start::early);
}

void GpuRun::finish() {
  DeviceStream& stream = queue_.stream();
  const bool writes_host = to_host_.data != nullptr;
  const bool reads_host =
      std::any_of(from_host_.begin(), from_host_.end(),
                  [](const ConstBuffer& buffer) { return buffer.data != nullptr; });
  if (!writes_host) {
    if (reads_host) stream.wait();
    return;
  }
  const auto& known = *program_.buffers_[written_];
  const StridedValues values =
      values_at(known.values, known.image, to_host_.row_stride, to_host_.first);
  known.staging->copy_out(stream, to_host_.data, values);
  stream.wait();
  known.staging->finish_copy_out(to_host_.data, values);
}

}  // namespace fftcore
