// SPDX-License-Identifier: LGPL-2.1-or-later
#include "frame_memory.h"

#include "system_memory.h"

#ifdef FFTCORE_CUDA_MEMORY
#include "cuda/cuda_memory.h"
#endif

namespace fftcore::gst {

std::vector<std::unique_ptr<FrameMemory>> frame_memories([[maybe_unused]] GstElement* element) {
  std::vector<std::unique_ptr<FrameMemory>> memories;
#ifdef FFTCORE_CUDA_MEMORY
  if (has_cuda_memory()) memories.push_back(cuda_memory(element));
#endif
  memories.push_back(system_memory());
  return memories;
}

GstCaps* frame_caps() {
  GstCaps* caps = gst_caps_new_empty();
#ifdef FFTCORE_CUDA_MEMORY
  if (has_cuda_memory()) gst_caps_append(caps, gst_caps_from_string(kCudaVideoCaps));
#endif
  gst_caps_append(caps, gst_caps_from_string(kVideoCaps));
  return caps;
}

}  // namespace fftcore::gst
