// SPDX-License-Identifier: LGPL-2.1-or-later
// OpenCL as a caller of the library has it: a context, command queues and buffers of its own.
#pragma once

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

#include "fftcore/backend.h"
#include "opencl_objects.h"

namespace clmem {

using namespace fftcore::opencl;
using Bytes = std::vector<std::uint8_t>;

/// A function of the loader's that the library does not use itself.
template <class Result, class... Arguments>
Result call(const char* name, Arguments... arguments) {
  static void* const library = dlopen("libOpenCL.so.1", RTLD_NOW);
  return reinterpret_cast<Result (*)(Arguments...)>(dlsym(library, name))(arguments...);
}

inline std::vector<DeviceId> devices() {
  PlatformId platform = nullptr;
  check(api().GetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  Uint count = 0;
  check(api().GetDeviceIDs(platform, kDeviceTypeAll, 0, nullptr, &count), "clGetDeviceIDs");
  std::vector<DeviceId> ids(count);
  check(api().GetDeviceIDs(platform, kDeviceTypeAll, count, ids.data(), nullptr), "clGetDeviceIDs");
  return ids;
}

inline Owned<ContextHandle> context_of(const std::vector<DeviceId>& ids) {
  Int code = kSuccess;
  Owned<ContextHandle> context(api().CreateContext(nullptr, static_cast<Uint>(ids.size()),
                                                   ids.data(), nullptr, nullptr, &code));
  check(code, "clCreateContext");
  return context;
}

inline Owned<QueueHandle> queue_of(ContextHandle context, DeviceId device,
                                   Bitfield properties = 0) {
  Int code = kSuccess;
  Owned<QueueHandle> queue(api().CreateCommandQueue(context, device, properties, &code));
  check(code, "clCreateCommandQueue");
  return queue;
}

inline Owned<MemoryHandle> buffer_of(ContextHandle context, std::size_t bytes,
                                     Bitfield flags = kMemoryReadWrite) {
  Int code = kSuccess;
  Owned<MemoryHandle> buffer(api().CreateBuffer(context, flags, bytes, nullptr, &code));
  check(code, "clCreateBuffer");
  return buffer;
}

inline Owned<MemoryHandle> part_of(MemoryHandle whole, std::size_t begin, std::size_t bytes) {
  constexpr Uint kRegion = 0x1220;  // CL_BUFFER_CREATE_TYPE_REGION
  const std::array<std::size_t, 2> region = {begin, bytes};
  Int code = kSuccess;
  Owned<MemoryHandle> part(call<MemoryHandle>("clCreateSubBuffer", whole, Bitfield{0}, kRegion,
                                              static_cast<const void*>(region.data()), &code));
  check(code, "clCreateSubBuffer");
  return part;
}

/// The first device, with a context and a command queue.
struct Session {
  Owned<ContextHandle> context = context_of({devices().front()});
  Owned<QueueHandle> queue = queue_of(context.get(), devices().front());

  Owned<MemoryHandle> filled(const Bytes& bytes, Bitfield flags = kMemoryReadWrite) const {
    Owned<MemoryHandle> buffer = buffer_of(context.get(), bytes.size(), flags);
    copy<Int>("clEnqueueWriteBuffer", buffer.get(), bytes.size(),
              static_cast<const void*>(bytes.data()));
    return buffer;
  }
  Bytes content(MemoryHandle buffer, std::size_t size) const {
    Bytes bytes(size);
    copy<Int>("clEnqueueReadBuffer", buffer, size, static_cast<void*>(bytes.data()));
    return bytes;
  }
  fftcore::QueueOptions options() const {
    fftcore::QueueOptions options;
    options.native_context = context.get();
    options.native_stream = queue.get();
    return options;
  }

 private:
  template <class Result, class Host>
  void copy(const char* name, MemoryHandle buffer, std::size_t size, Host host) const {
    constexpr Uint kBlocking = 1;
    check(
        call<Result>(name, queue.get(), buffer, kBlocking, std::size_t{0}, size, host, Uint{0},
                     static_cast<const EventHandle*>(nullptr), static_cast<EventHandle*>(nullptr)),
        name);
  }
};

/// Skipped where there is no OpenCL.
class OpenClMemory : public testing::Test {
 protected:
  void SetUp() override {
    for (fftcore::Backend* one : fftcore::backends())
      if (one->name() == "opencl") backend_ = one;
    ASSERT_NE(backend_, nullptr);
    if (const std::string reason = backend_->unavailable_reason(); !reason.empty())
      GTEST_SKIP() << reason;
    session_ = std::make_unique<Session>();
    queue_ = backend_->create_queue(session_->options());
  }

  static fftcore::ConstBuffer input(MemoryHandle memory, std::int64_t first = 0,
                                    std::size_t size_bytes = 0) {
    return {memory, 0, size_bytes, fftcore::MemoryKind::device, first};
  }
  static fftcore::Buffer output(MemoryHandle memory, std::int64_t first = 0) {
    return {memory, 0, 0, fftcore::MemoryKind::device, first};
  }

  fftcore::Backend* backend_ = nullptr;
  std::unique_ptr<Session> session_;
  std::unique_ptr<fftcore::Queue> queue_;
};

}  // namespace clmem
