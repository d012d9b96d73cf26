// SPDX-License-Identifier: LGPL-2.1-or-later
#include "cuda_stream.h"

#include <fmt/format.h>

#include <array>
#include <thread>

#include "cuda_kernel.h"
#include "cuda_memory.h"
#include "fftcore/error.h"
#include "overloaded.h"

namespace fftcore::cuda {
namespace {

Copy2D copy_of(const CopyShape& shape) {
  Copy2D copy;
  copy.width_bytes = shape.row_bytes;
  copy.height = shape.rows;
  return copy;
}

}  // namespace

Event::Event(ContextHandle context) : context_(context) {
  const Current current(context);
  check(api().EventCreate(&event_, kEventBlockingSync | kEventDisableTiming), "cuEventCreate");
}

Event::~Event() {
  release_in(context_, [&] { api().EventDestroy(event_); });
}

Stream::Stream(ContextHandle context) : context_(context), end_(context), is_owned_(true) {
  const Current current(context);
  check(api().StreamCreate(&stream_, kStreamNonBlocking), "cuStreamCreate");
}

Stream::Stream(ContextHandle context, StreamHandle borrowed)
    : context_(context), end_(context), stream_(borrowed), is_owned_(false) {}

Stream::~Stream() {
  if (is_owned_) release_in(context_, [&] { api().StreamDestroy(stream_); });
}

void Stream::copy_in(DeviceMemory& to, const void* from, const CopyShape& shape) {
  const Current current(context_);
  const Address address = static_cast<Memory&>(to).address() + shape.device_offset;
  if (shape.is_contiguous()) {
    check(api().MemcpyHtoDAsync(address, from, shape.row_bytes * shape.rows, stream_),
          "cuMemcpyHtoDAsync");
    return;
  }
  Copy2D copy = copy_of(shape);
  copy.from_type = kMemoryHost;
  copy.from_host = from;
  copy.from_pitch = shape.host_pitch;
  copy.to_type = kMemoryDevice;
  copy.to_device = address;
  copy.to_pitch = shape.device_pitch;
  check(api().Memcpy2DAsync(&copy, stream_), "cuMemcpy2DAsync");
}

void Stream::copy_out(void* to, const DeviceMemory& from, const CopyShape& shape) {
  const Current current(context_);
  const Address address = static_cast<const Memory&>(from).address() + shape.device_offset;
  if (shape.is_contiguous()) {
    check(api().MemcpyDtoHAsync(to, address, shape.row_bytes * shape.rows, stream_),
          "cuMemcpyDtoHAsync");
    return;
  }
  Copy2D copy = copy_of(shape);
  copy.from_type = kMemoryDevice;
  copy.from_device = address;
  copy.from_pitch = shape.device_pitch;
  copy.to_type = kMemoryHost;
  copy.to_host = to;
  copy.to_pitch = shape.host_pitch;
  check(api().Memcpy2DAsync(&copy, stream_), "cuMemcpy2DAsync");
}

void Stream::launch(LoadedKernel& loaded, Start start, std::span<const Argument> arguments) {
  const auto& kernel = static_cast<const Kernel&>(loaded);
  if (arguments.size() != kernel.parameters())
    throw InvalidArgument(fmt::format("a kernel of {} parameters is given {}", kernel.parameters(),
                                      arguments.size()));
  union Value {
    Address address;
    std::int32_t integer;
    float real;
    double wide;
  };
  std::array<Value, Kernel::kMaxParameters> values;
  std::array<void*, Kernel::kMaxParameters> pointers;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::visit(Overloaded{
                   [&](const DeviceMemory* memory) {
                     values[i].address = static_cast<const Memory*>(memory)->address();
                   },
                   [&](BorrowedMemory memory) {
                     values[i].address =
                         reinterpret_cast<Address>(memory.data) + memory.offset_bytes;
                   },
                   [&](std::int32_t integer) { values[i].integer = integer; },
                   [&](float real) { values[i].real = real; },
                   [&](double wide) { values[i].wide = wide; },
               },
               arguments[i]);
    pointers[i] = &values[i];
  }
  const Current current(context_);
  kernel.launch(stream_, start, pointers.data());
}

/// Whether all was done in time. Other threads go first where there are more than cores.
bool Stream::spin() const {
  using Clock = std::chrono::steady_clock;
  // A question takes a lock that launches of other threads want too.
  constexpr std::chrono::microseconds kBetweenQuestions{1};
  const auto begin = Clock::now();
  for (;;) {
    const Result result = api().StreamQuery(stream_);
    if (result == kSuccess) return true;
    if (result != kNotReady) check(result, "cuStreamQuery");
    if (how_ == HostWait::automatic && Clock::now() - begin > kSpinTime) return false;
    const auto next = Clock::now() + kBetweenQuestions;
    while (Clock::now() < next) std::this_thread::yield();
  }
}

void Stream::sleep() const {
  check(api().EventRecord(end_.handle(), stream_), "cuEventRecord");
  check(api().EventSynchronize(end_.handle()), "cuEventSynchronize");
}

void Stream::wait() {
  const Current current(context_);
  if (how_ == HostWait::sleep || !spin()) sleep();
}

}  // namespace fftcore::cuda
