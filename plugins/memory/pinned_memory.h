// SPDX-License-Identifier: LGPL-2.1-or-later
// System memory for frames that a GPU copies without help of the processor.
#pragma once

#include <gst/gst.h>

#include <memory>

#include "engine.h"

namespace fftcore::gst {

struct UnrefAllocator {
  void operator()(GstAllocator* allocator) const { gst_object_unref(allocator); }
};
using AllocatorPointer = std::unique_ptr<GstAllocator, UnrefAllocator>;

/// Gives pinned memory of the engine's queue and, when there is no more of it, ordinary memory.
/// It holds the engine; its memory may outlive both. Null where copies gain nothing by it.
AllocatorPointer pinned_allocator(std::shared_ptr<Engine> engine);

}  // namespace fftcore::gst
