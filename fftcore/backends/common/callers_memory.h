// SPDX-License-Identifier: LGPL-2.1-or-later
// Memory of a device that callers' buffers are in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace fftcore {

/// What a buffer in device memory names by its `data`: an address, or a memory object of the
/// vendor's.
struct CallersMemory {
  static CallersMemory at_address(const void* address) {
    CallersMemory memory;
    memory.begin = reinterpret_cast<std::uintptr_t>(address);
    return memory;
  }
  const void* object = nullptr;  ///< what `begin` counts from; null: addresses
  std::uintptr_t begin = 0;      ///< an address, or bytes; as well aligned as the memory is
  std::optional<std::size_t> size_bytes;  ///< from `begin` on, where it is known
  bool is_readable = true;                ///< by kernels
  bool is_writable = true;
};

/// Whose memory buffers may be in.
class Reach {
 public:
  virtual ~Reach() = default;
  /// What `data` of a buffer names. Throws InvalidArgument where that is nothing that kernels can
  /// reach. Allocates nothing.
  virtual CallersMemory callers_memory(const void* data) const = 0;
};

}  // namespace fftcore
