// SPDX-License-Identifier: LGPL-2.1-or-later
// Buffers of C as those of the library. Nothing here takes memory.
#pragma once

#include <fmt/format.h>

#include "fftcore/backend.h"
#include "fftcore/c.h"
#include "fftcore/error.h"

namespace fftcore {

inline MemoryKind memory_of(fftcore_memory memory) {
  switch (memory) {
    case FFTCORE_MEMORY_HOST: return MemoryKind::host;
    case FFTCORE_MEMORY_DEVICE: return MemoryKind::device;
  }
  throw InvalidArgument(
      fmt::format("memory is {}; 0 (host) and 1 (device) are allowed", static_cast<int>(memory)));
}

inline ConstBuffer buffer_of(const fftcore_const_buffer& given) {
  return {given.data, given.row_stride, given.size_bytes, memory_of(given.memory), given.first};
}

inline Buffer buffer_of(const fftcore_buffer& given) {
  return {given.data, given.row_stride, given.size_bytes, memory_of(given.memory), given.first};
}

}  // namespace fftcore
