// SPDX-License-Identifier: LGPL-2.1-or-later
// Contexts, command queues and memory objects of callers, held against what they must be.
#pragma once

#include "device.h"
#include "opencl_objects.h"

namespace fftcore::opencl {

/// Where a caller wants work to be done.
struct CallersContext {
  ContextHandle context = nullptr;
  DeviceId device = nullptr;
};

/// Of QueueOptions' native_context (or null) and native_stream (or null, but not both). The device
/// is the queue's, or the only one that the context has. Throws InvalidArgument for a queue of
/// another context or that works out of order, and for objects that the driver does not know.
CallersContext callers_context(ContextHandle context, QueueHandle queue);

/// A buffer object of that context. Throws InvalidArgument where it is none.
CallersMemory callers_memory(MemoryHandle memory, ContextHandle context);

/// The same handle, released at the end.
Owned<ContextHandle> retained(ContextHandle context);
Owned<QueueHandle> retained(QueueHandle queue);

}  // namespace fftcore::opencl
