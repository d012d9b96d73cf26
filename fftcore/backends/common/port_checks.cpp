// SPDX-License-Identifier: LGPL-2.1-or-later
#include "port_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>
#include <variant>

#include "fftcore/error.h"
#include "reached_memory.h"
#include "strided_axes.h"

namespace fftcore {
namespace {

constexpr std::size_t kDeviceAlignment = 64;  // bytes, of spectra in device memory

/// The Layout that a run() uses.
Layout with_row_stride(Layout layout, std::int64_t row_stride, bool has_dense_frames) {
  if (row_stride == 0) return layout;
  layout.rows.stride = row_stride;
  return has_dense_frames ? layout.with_frames(layout.frames.extent) : layout;
}

/// First byte of `data` that an image may touch, and the one after the last: whole words.
template <class Image>
std::pair<std::size_t, std::size_t> span_of(const Layout& layout, const Image& image) {
  const std::int64_t end = image.first + image_reach(layout);
  return {byte_of(layout.type, image.first), byte_of(layout.type, whole_words(layout.type, end))};
}

/// Where an image begins that shares words: a row's must hold what the rows reach over then.
template <class Image>
void check_words(const Layout& layout, const Image& image, const CallersMemory& memory,
                 std::string_view name) {
  const SampleTraits traits = traits_of(layout.type);
  if (memory.begin % traits.bytes != 0)
    throw InvalidArgument(
        fmt::format("run() got {} that is not aligned to the {} bytes of a word of {}", name,
                    traits.bytes, to_string(layout.type)));
  const std::int64_t reach = image.first % traits.samples + row_reach(layout);
  const std::int64_t stride =
      std::min(layout.rows.stride, image.row_stride != 0 ? image.row_stride : layout.rows.stride);
  if (layout.rows.extent > 1 && reach > stride)
    throw InvalidArgument(fmt::format(
        "run() got {} that begins with sample {}; from its word on, rows reach over {} samples, "
        "so that row strides from {} on are allowed, also in the Layout; there is one of {}",
        name, image.first, reach, whole_words(layout.type, reach), stride));
}

template <class AnyBuffer>
Reached reached_by(const Port& port, const SpectrumLayout& layout, const AnyBuffer& buffer,
                   const Reach* device) {
  const std::size_t value_bytes = spectrum_value_bytes(layout);
  const Reached reached = reached_values(
      {value_bytes, buffer.memory == MemoryKind::host ? value_bytes : kDeviceAlignment,
       size_bytes(layout)},
      buffer, device, port.name,
      [&] { return fmt::format("the spectrum '{}' reaches over", to_string(layout)); });
  if (buffer.row_stride != 0)
    throw InvalidArgument(fmt::format(
        "run() got a row stride of {} for the {}; a spectrum's is its SpectrumLayout's, give 0",
        buffer.row_stride, port.name));
  return reached;
}

template <class Image>
Reached reached_by(const Port& port, const Layout& layout, const Image& image,
                   const Reach* device) {
  const std::string_view name = port.name;
  const CallersMemory memory = memory_of(image, device, name);
  check_first(image, name);
  const Layout used = with_row_stride(layout, image.row_stride, port.has_dense_frames);
  // The Layout's own stride was checked when the Convolution was.
  if (image.row_stride != 0) validate_layout(used, name);
  if (traits_of(layout.type).is_packed()) check_words(layout, image, memory, name);
  const auto [first, end] = span_of(used, image);
  if (const SampleTraits traits = traits_of(layout.type);
      traits.is_complex() && image.memory == MemoryKind::device &&
      (memory.begin + first) % traits.bytes != 0)
    throw InvalidArgument(
        fmt::format("run() got {} that is not aligned to the {} bytes of a sample of {}", name,
                    traits.bytes, to_string(layout.type)));
  check_size(image, memory, end, name, [] { return "its samples reach over"; });
  return {image.memory, memory, first, end};
}

template <class AnyBuffer>
Reached reached_by(const Port& port, const TransformValues& values, const AnyBuffer& buffer,
                   const Reach* device) {
  const std::size_t alignment = (buffer.memory == MemoryKind::host ? 1 : 2) * values.real_bytes;
  const Reached reached =
      reached_values({values.value_bytes, alignment, values.bytes}, buffer, device, port.name,
                     [] { return "the transform reaches over"; });
  if (buffer.row_stride != 0)
    throw InvalidArgument(fmt::format(
        "run() got a row stride for the {}; a Transform's strides are its own", port.name));
  return reached;
}

template <class AnyBuffer>
Reached reached_by(const Port& port, const AnyBuffer& buffer, const Reach* device) {
  return std::visit([&](const auto& layout) { return reached_by(port, layout, buffer, device); },
                    port.layout);
}

void check_inputs(const Ports& ports, std::span<const ConstBuffer> inputs) {
  const std::size_t taken = ports.inputs.size();
  if (inputs.size() == taken) return;
  if (inputs.size() > taken && !ports.no_more.empty()) {
    for (const ConstBuffer& more : inputs.subspan(taken))
      if (more.data != nullptr) throw InvalidArgument(std::string(ports.no_more));
    return;
  }
  if (inputs.size() < taken && ports.inputs[inputs.size()].name != ports.inputs[0].name)
    throw InvalidArgument(
        fmt::format("run() got no {} (a null pointer)", ports.inputs[inputs.size()].name));
  throw InvalidArgument(fmt::format("run() got {} {}; {}", inputs.size(), ports.unit, ports.takes));
}

}  // namespace

void check_input(const Port& port, const ConstBuffer& input, const Reach* device) {
  reached_by(port, input, device);
}

void check_buffers(const Ports& ports, std::span<const ConstBuffer> inputs, const Buffer& output,
                   const Reach* device) {
  check_inputs(ports, inputs);
  const Reached first = reached_by(ports.inputs[0], inputs[0], device);
  if (!ports.output) return;
  const Reached to = reached_by(*ports.output, output, device);
  if (!ports.in_place) {
    check_overlap(first, to, ports.inputs[0].advice);
  } else if (inputs[0].data != output.data || first.kind != to.kind || first.first != to.first) {
    throw InvalidArgument(
        "run() of an in-place transform got two buffers; input and output must be the same");
  }
  for (std::size_t i = 1; i < ports.inputs.size(); ++i)
    check_overlap(reached_by(ports.inputs[i], inputs[i], device), to, ports.inputs[i].advice);
}

void check_state(const Ports& ports, std::span<const ConstBuffer> inputs, const Buffer& output,
                 const Buffer& state, const Reach* device) {
  const Reached kept = reached_by(*ports.state, state, device);
  const auto check = [&](const Port& port, const Reached& other) {
    if (overlap(kept, other))
      throw InvalidArgument(fmt::format("run() got {} that overlap the {}; {}", ports.state->name,
                                        port.name, ports.state->advice));
  };
  for (std::size_t i = 0; i < ports.inputs.size(); ++i)
    check(ports.inputs[i], reached_by(ports.inputs[i], inputs[i], device));
  check(*ports.output, reached_by(*ports.output, output, device));
}

void check_given_workspace(const WorkspaceNeeds& needs, const Ports& ports,
                           const ConstBuffer& input, const Buffer& output, const Buffer& workspace,
                           const Reach* device) {
  if (needs.whose == Workspace::own)
    throw InvalidArgument(
        "run() got a workspace, and the executable has its own; compile it with "
        "Workspace::given, or give none");
  if (needs.bytes == 0) return;
  const auto needed = [&] {
    return fmt::format("{} bytes of {} memory, aligned to {}, are needed", needs.bytes,
                       device != nullptr ? "device" : "host", kWorkspaceAlignment);
  };
  if (workspace.data == nullptr)
    throw InvalidArgument(fmt::format("run() got no workspace; {}", needed()));
  if (device != nullptr && workspace.memory == MemoryKind::host)
    throw InvalidArgument(fmt::format("run() got a workspace in host memory; {}", needed()));
  const Reached reached =
      reached_values({1, kWorkspaceAlignment, needs.bytes}, workspace, device, "workspace",
                     [] { return "what lies between the steps takes"; });
  if (workspace.row_stride != 0)
    throw InvalidArgument("run() got a row stride for the workspace, which has no rows");
  if (overlap(reached, reached_by(ports.inputs[0], input, device)) ||
      overlap(reached, reached_by(*ports.output, output, device)))
    throw InvalidArgument(
        fmt::format("run() got a workspace that overlaps input or output; {} besides", needed()));
}

}  // namespace fftcore
