// SPDX-License-Identifier: LGPL-2.1-or-later
#include "callers_objects.h"

#include <fmt/format.h>

#include <cstdint>

#include "fftcore/error.h"

namespace fftcore::opencl {
namespace {

/// Drivers need not know handles that are none, but many do. `is_none` begins the sentence.
void check_handle(Int code, const char* is_none) {
  if (code != kSuccess)
    throw InvalidArgument(
        fmt::format("{} ({}); give one that is not released", is_none, error_name(code)));
}

template <class Value, class Handle>
Value asked(Handle handle, Uint what, const char* is_none) {
  Value value{};
  check_handle(info(handle, what, sizeof value, &value, nullptr), is_none);
  return value;
}

constexpr const char* kNoContext = "QueueOptions::native_context is no cl_context";
constexpr const char* kNoQueue = "QueueOptions::native_stream is no cl_command_queue";
constexpr const char* kNoMemory = "run() got device memory that is no cl_mem";

DeviceId only_device(ContextHandle context) {
  std::size_t bytes = 0;
  check_handle(info(context, kContextDevices, 0, nullptr, &bytes), kNoContext);
  if (bytes != sizeof(DeviceId))
    throw InvalidArgument(
        fmt::format("QueueOptions::native_context has {} devices; give a command queue of the one "
                    "to work on as native_stream, or a context of one device",
                    bytes / sizeof(DeviceId)));
  return asked<DeviceId>(context, kContextDevices, kNoContext);
}

}  // namespace

CallersContext callers_context(ContextHandle context, QueueHandle queue) {
  if (queue == nullptr) return {context, only_device(context)};
  const auto its_context = asked<ContextHandle>(queue, kQueueContext, kNoQueue);
  if (context != nullptr && context != its_context)
    throw InvalidArgument(
        "QueueOptions::native_stream is a command queue of another context than native_context; "
        "give the queue's own context, or none");
  if ((asked<Bitfield>(queue, kQueueProperties, kNoQueue) & kQueueOutOfOrder) != 0)
    throw InvalidArgument(
        "QueueOptions::native_stream is a command queue that works out of order "
        "(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE); only one that works in order is allowed: make "
        "one in the same context, and order it and yours by events");
  return {its_context, asked<DeviceId>(queue, kQueueDevice, kNoQueue)};
}

CallersMemory callers_memory(MemoryHandle memory, ContextHandle context) {
  if (asked<Uint>(memory, kMemoryType, kNoMemory) != kMemoryObjectBuffer)
    throw InvalidArgument(
        "run() got an image, a pipe or the like of OpenCL; only buffers are allowed "
        "(clCreateBuffer, clCreateSubBuffer)");
  if (asked<ContextHandle>(memory, kMemoryContext, kNoMemory) != context)
    throw InvalidArgument(
        "run() got a cl_mem of another context than the Queue's; make it in that one, or the Queue "
        "in the cl_mem's (QueueOptions::native_context)");
  const auto flags = asked<Bitfield>(memory, kMemoryFlags, kNoMemory);
  // Sub-buffers of one buffer overlap where their bytes in it do.
  const auto parent = asked<MemoryHandle>(memory, kMemoryAssociatedObject, kNoMemory);
  CallersMemory result;
  result.object = parent != nullptr ? parent : memory;
  result.begin = parent != nullptr ? asked<std::size_t>(memory, kMemoryOffset, kNoMemory) : 0;
  result.size_bytes = asked<std::size_t>(memory, kMemorySize, kNoMemory);
  result.is_readable = (flags & kMemoryWriteOnly) == 0;
  result.is_writable = (flags & kMemoryReadOnly) == 0;
  return result;
}

Owned<ContextHandle> retained(ContextHandle context) {
  check(api().RetainContext(context), "clRetainContext");
  return Owned<ContextHandle>(context);
}

Owned<QueueHandle> retained(QueueHandle queue) {
  check(api().RetainCommandQueue(queue), "clRetainCommandQueue");
  return Owned<QueueHandle>(queue);
}

}  // namespace fftcore::opencl
