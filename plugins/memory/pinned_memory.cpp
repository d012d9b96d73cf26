// SPDX-License-Identifier: LGPL-2.1-or-later
#include "pinned_memory.h"

#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include "fftcore/error.h"

namespace fftcore::gst {
namespace {

struct PinnedAllocator {
  GstAllocator parent;
  std::shared_ptr<Engine>* engine;
};

std::shared_ptr<std::byte> pinned(Engine& engine, gsize bytes) noexcept {
  try {
    return engine.queue().pinned_memory(bytes);
  } catch (const Error&) {
    return nullptr;  // no more of it
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

// Pinned memory is the system's own but for how it is freed.
GstMemory* wrap(std::shared_ptr<std::byte> block, gsize block_bytes, gsize size,
                const GstAllocationParams& parameters) {
  using Held = std::shared_ptr<std::byte>;
  auto* const held = new (std::nothrow) Held(std::move(block));
  if (held == nullptr) return nullptr;
  const auto address = reinterpret_cast<std::uintptr_t>(held->get());
  const gsize gap = static_cast<gsize>(-static_cast<std::intptr_t>(address)) & parameters.align;
  std::byte* const data = held->get() + gap;
  if ((parameters.flags & GST_MEMORY_FLAG_ZERO_PREFIXED) != 0)
    std::memset(data, 0, parameters.prefix);
  if ((parameters.flags & GST_MEMORY_FLAG_ZERO_PADDED) != 0)
    std::memset(data + parameters.prefix + size, 0, parameters.padding);
  return gst_memory_new_wrapped(parameters.flags, data, block_bytes - parameters.align,
                                parameters.prefix, size, held,
                                [](gpointer what) { delete static_cast<Held*>(what); });
}

GstMemory* allocate(GstAllocator* allocator, gsize size, GstAllocationParams* parameters) {
  Engine& engine = **reinterpret_cast<PinnedAllocator*>(allocator)->engine;
  const gsize bytes = parameters->prefix + size + parameters->padding + parameters->align;
  std::shared_ptr<std::byte> block = pinned(engine, bytes);
  GstMemory* const memory =
      block == nullptr ? nullptr : wrap(std::move(block), bytes, size, *parameters);
  return memory != nullptr ? memory : gst_allocator_alloc(nullptr, size, parameters);
}

void finalize_allocator(GObject* object) {
  delete reinterpret_cast<PinnedAllocator*>(object)->engine;
  G_OBJECT_CLASS(g_type_class_peek(GST_TYPE_ALLOCATOR))->finalize(object);
}

void init_allocator_class(gpointer klass, gpointer /*data*/) {
  G_OBJECT_CLASS(klass)->finalize = finalize_allocator;
  GST_ALLOCATOR_CLASS(klass)->alloc = allocate;
}

GType allocator_type() {
  static const GType type = [] {
    GTypeInfo info{};
    info.class_size = sizeof(GstAllocatorClass);
    info.class_init = init_allocator_class;
    info.instance_size = sizeof(PinnedAllocator);
    return g_type_register_static(GST_TYPE_ALLOCATOR, "GstFftcorePinnedAllocator", &info,
                                  G_TYPE_FLAG_FINAL);
  }();
  return type;
}

}  // namespace

AllocatorPointer pinned_allocator(std::shared_ptr<Engine> engine) {
  if (pinned(*engine, 1) == nullptr) return nullptr;
  auto held = std::make_unique<std::shared_ptr<Engine>>(std::move(engine));
  auto* const made = static_cast<PinnedAllocator*>(g_object_new(allocator_type(), nullptr));
  made->engine = held.release();
  return AllocatorPointer(GST_ALLOCATOR(gst_object_ref_sink(made)));
}

}  // namespace fftcore::gst
