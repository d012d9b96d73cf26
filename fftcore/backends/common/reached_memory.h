// SPDX-License-Identifier: LGPL-2.1-or-later
// How far buffers of a run() reach over the caller's memory, which is checked on the way.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string_view>
#include <type_traits>

#include "callers_memory.h"
#include "fftcore/backend.h"
#include "fftcore/error.h"
#include "strided_axes.h"

namespace fftcore {

/// Throws InvalidArgument: the backend has no device. Not inline, since runs are short.
[[noreturn]] void refuse_device_memory();

/// The memory that a buffer is in, which must be in reach and open to what run() does.
template <class AnyBuffer>
CallersMemory memory_of(const AnyBuffer& buffer, const Reach* device, std::string_view name) {
  if (buffer.data == nullptr)
    throw InvalidArgument(fmt::format("run() got no {} (a null pointer)", name));
  if (buffer.memory == MemoryKind::host) return CallersMemory::at_address(buffer.data);
  if (device == nullptr) refuse_device_memory();
  const CallersMemory memory = device->callers_memory(buffer.data);
  constexpr bool is_output = std::is_same_v<AnyBuffer, Buffer>;
  if (!memory.is_readable || (is_output && !memory.is_writable))
    throw InvalidArgument(
        fmt::format("run() got {} in memory that kernels may not {}; make it with {}", name,
                    is_output ? "both read and write" : "read",
                    is_output ? "CL_MEM_READ_WRITE" : "CL_MEM_READ_WRITE or CL_MEM_READ_ONLY"));
  return memory;
}

template <class AnyBuffer>
void check_first(const AnyBuffer& buffer, std::string_view name) {
  if (buffer.first < 0 || buffer.first > kMaxReach)
    throw InvalidArgument(
        fmt::format("run() got {} that begins with element {}; 0 to {} are allowed", name,
                    buffer.first, kMaxReach));
}

/// `needed`: bytes from data on; `reach` returns of what, once it has to be said: run() takes no
/// memory for texts.
template <class AnyBuffer, class Text>
void check_size(const AnyBuffer& buffer, const CallersMemory& memory, std::size_t needed,
                std::string_view name, Text reach) {
  if (buffer.size_bytes != 0 && buffer.size_bytes < needed)
    throw InvalidArgument(
        fmt::format("run() got {} bytes of {}; {} {}", buffer.size_bytes, name, reach(), needed));
  if (memory.size_bytes && *memory.size_bytes < needed)
    throw InvalidArgument(fmt::format("run() got a memory object of {} bytes as {}; {} {}",
                                      *memory.size_bytes, name, reach(), needed));
}

/// Bytes that a buffer reaches over, counted from where its memory begins.
struct Reached {
  MemoryKind kind = MemoryKind::host;
  CallersMemory memory;
  std::size_t first = 0;
  std::size_t end = 0;
};

inline bool overlap(const Reached& a, const Reached& b) {
  return a.kind == b.kind && a.memory.object == b.memory.object &&
         a.memory.begin + a.first < b.memory.begin + b.end &&
         b.memory.begin + b.first < a.memory.begin + a.end;
}

inline void check_overlap(const Reached& input, const Reached& output, std::string_view advice) {
  if (overlap(input, output))
    throw InvalidArgument(fmt::format("run() got input and output that overlap; {}", advice));
}

/// What is no image: elements of so many bytes, aligned, which reach over `bytes`.
struct PlainValues {
  std::size_t element_bytes = 0;
  std::size_t alignment = 0;
  std::size_t bytes = 0;
};

template <class AnyBuffer, class Text>
Reached reached_values(const PlainValues& values, const AnyBuffer& buffer, const Reach* device,
                       std::string_view name, Text reach) {
  const CallersMemory memory = memory_of(buffer, device, name);
  check_first(buffer, name);
  const std::size_t first = static_cast<std::size_t>(buffer.first) * values.element_bytes;
  if ((memory.begin + first) % values.alignment != 0)
    throw InvalidArgument(
        fmt::format("run() got {} that is not aligned to {} bytes", name, values.alignment));
  check_size(buffer, memory, first + values.bytes, name, reach);
  return {buffer.memory, memory, first, first + values.bytes};
}

}  // namespace fftcore
