// SPDX-License-Identifier: LGPL-2.1-or-later
// Memory of the host that copies to and from a device go through.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "device.h"

namespace fftcore {

/// Pinned memory, where copies gain by it, else ordinary memory. It is not initialised.
inline std::unique_ptr<PinnedMemory> host_memory(Device& device, std::size_t size_bytes) {
  class Ordinary final : public PinnedMemory {
   public:
    explicit Ordinary(std::size_t size_bytes) : bytes_(size_bytes) {}
    std::byte* data() override { return bytes_.data(); }

   private:
    std::vector<std::byte> bytes_;
  };
  if (auto pinned = device.allocate_pinned(size_bytes)) return pinned;
  return std::make_unique<Ordinary>(size_bytes);
}

}  // namespace fftcore
