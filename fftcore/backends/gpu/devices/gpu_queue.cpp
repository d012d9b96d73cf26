// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_queue.h"

#include "fftcore/error.h"

namespace fftcore {
namespace {

[[noreturn]] void refuse() {
  throw InvalidArgument(
      "this is a queue of another backend, device or context; make it with those that are to "
      "compile and run");
}

/// Memory, and the device that it was made from.
struct HeldMemory {
  std::shared_ptr<Device> device;
  std::unique_ptr<PinnedMemory> memory;
};

}  // namespace

std::shared_ptr<std::byte> GpuQueue::pinned_memory(std::size_t size_bytes) {
  auto memory = device_->allocate_pinned(size_bytes);
  if (memory == nullptr) return nullptr;
  std::byte* const data = memory->data();
  return {std::make_shared<HeldMemory>(HeldMemory{device_, std::move(memory)}), data};
}

const GpuQueue& gpu_queue(const Queue& queue) {
  const auto* gpu = dynamic_cast<const GpuQueue*>(&queue);
  if (gpu == nullptr) refuse();
  return *gpu;
}

GpuQueue& gpu_queue(Queue& queue, const Device& device) {
  auto* gpu = dynamic_cast<GpuQueue*>(&queue);
  if (gpu == nullptr || gpu->device().get() != &device) refuse();
  return *gpu;
}

}  // namespace fftcore
