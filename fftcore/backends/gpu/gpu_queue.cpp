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

}  // namespace

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
