// SPDX-License-Identifier: LGPL-2.1-or-later
// Memory of a context: the device's, and pinned memory of the host.
#pragma once

#include <fmt/format.h>

#include "cuda_context.h"
#include "device.h"
#include "fftcore/error.h"

namespace fftcore::cuda {

class Memory : public DeviceMemory {
 public:
  Memory(ContextHandle context, std::size_t size_bytes)
      : DeviceMemory(size_bytes), context_(context) {
    const Current current(context);
    if (const Result result = api().MemAlloc(&address_, size_bytes); result != kSuccess) {
      std::size_t free = 0;
      std::size_t total = 0;
      api().MemGetInfo(&free, &total);
      throw Error(
          fmt::format("CUDA: {} bytes of device memory were asked for, {} of {} are free: {}",
                      size_bytes, free, total, error_text(result)));
    }
  }
  ~Memory() override {
    release_in(context_, [&] { api().MemFree(address_); });
  }
  Address address() const { return address_; }
  BorrowedMemory from(std::size_t offset_bytes) const override {
    return {reinterpret_cast<void*>(address_), offset_bytes};
  }

 private:
  ContextHandle context_;
  Address address_ = 0;
};

class Pinned : public PinnedMemory {
 public:
  Pinned(ContextHandle context, std::size_t size_bytes) : context_(context) {
    const Current current(context);
    check(api().MemHostAlloc(&data_, size_bytes, 0), "cuMemHostAlloc");
  }
  ~Pinned() override {
    release_in(context_, [&] { api().MemFreeHost(data_); });
  }
  std::byte* data() override { return static_cast<std::byte*>(data_); }

 private:
  ContextHandle context_;
  void* data_ = nullptr;
};

}  // namespace fftcore::cuda
