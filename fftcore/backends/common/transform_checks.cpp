// SPDX-License-Identifier: LGPL-2.1-or-later
// Buffers of Transforms.
#include <array>
#include <span>

#include "reached_memory.h"
#include "run_checks.h"
#include "transform_sides.h"

namespace fftcore {
namespace {

template <class AnyBuffer>
Reached check_transformed(const AnyBuffer& buffer, std::size_t element_bytes, std::size_t bytes,
                          std::size_t real_bytes, const Reach* device, std::string_view name) {
  const std::size_t alignment = buffer.memory == MemoryKind::host ? real_bytes : 2 * real_bytes;
  const Reached reached = reached_values({element_bytes, alignment, bytes}, buffer, device, name,
                                         [] { return "the transform reaches over"; });
  if (buffer.row_stride != 0)
    throw InvalidArgument(
        fmt::format("run() got a row stride for the {}; a Transform's strides are its own", name));
  return reached;
}

void check_workspace(const TransformReach& transform, const Buffer& workspace,
                     std::span<const Reached> others, const Reach* device) {
  if (transform.workspace == Workspace::own) {
    if (workspace.data != nullptr)
      throw InvalidArgument(
          "run() got a workspace, and the executable has its own; compile it with "
          "Workspace::given, or give none");
    return;
  }
  if (transform.workspace_bytes == 0) return;
  const auto needed = [&] {
    return fmt::format("{} bytes of {} memory, aligned to {}, are needed",
                       transform.workspace_bytes, device != nullptr ? "device" : "host",
                       kWorkspaceAlignment);
  };
  if (workspace.data == nullptr)
    throw InvalidArgument(fmt::format("run() got no workspace; {}", needed()));
  if (device != nullptr && workspace.memory == MemoryKind::host)
    throw InvalidArgument(fmt::format("run() got a workspace in host memory; {}", needed()));
  const Reached reached =
      reached_values({1, kWorkspaceAlignment, transform.workspace_bytes}, workspace, device,
                     "workspace", [] { return "what lies between the steps takes"; });
  if (workspace.row_stride != 0)
    throw InvalidArgument("run() got a row stride for the workspace, which has no rows");
  for (const Reached& other : others)
    if (overlap(reached, other))
      throw InvalidArgument(
          fmt::format("run() got a workspace that overlaps input or output; {} besides", needed()));
}

}  // namespace

TransformReach reach_of(const Transform& transform, Workspace workspace,
                        std::size_t workspace_bytes) {
  const auto real_bytes = static_cast<std::size_t>(bytes_of(transform.numbers));
  return {input_size_bytes(transform),
          output_size_bytes(transform),
          static_cast<std::size_t>(input_element_reals(transform)) * real_bytes,
          static_cast<std::size_t>(output_element_reals(transform)) * real_bytes,
          real_bytes,
          transform.in_place,
          workspace,
          workspace_bytes};
}

void check_buffers(const TransformReach& transform, ConstBuffer input, Buffer output,
                   Buffer workspace, const Reach* device) {
  const Reached from = check_transformed(input, transform.input_value_bytes, transform.input_bytes,
                                         transform.real_bytes, device, "input");
  const Reached to = check_transformed(output, transform.output_value_bytes, transform.output_bytes,
                                       transform.real_bytes, device, "output");
  if (!transform.in_place) {
    check_overlap(from, to, "give the output memory of its own, or make the Transform in_place");
  } else if (input.data != output.data || from.kind != to.kind || from.first != to.first) {
    throw InvalidArgument(
        "run() of an in-place transform got two buffers; input and output must be the same");
  }
  check_workspace(transform, workspace, std::array{from, to}, device);
}

}  // namespace fftcore
