// SPDX-License-Identifier: LGPL-2.1-or-later
#include "frame_memory.h"

#include <algorithm>

#include "system_memory.h"

#ifdef FFTCORE_CUDA_MEMORY
#include "cuda/cuda_memory.h"
#endif

namespace fftcore::gst {

namespace {

FrameMemory& memory_with(const FrameMemories& memories, const GstCapsFeatures* features) {
  return **std::ranges::find_if(memories, [&](const auto& memory) { return memory->has(features); });
}

}  // namespace

std::string_view first_backend(BackendChoice choice) {
  select_backend(backend_name(choice));
  if (choice != BackendChoice::automatic) return backend_name(choice);
  return (*std::ranges::find_if(
              backends(),
              [](const Backend* backend) { return backend->unavailable_reason().empty() && backend->reluctance().empty(); }))
      ->name();
}

FrameMemories frame_memories([[maybe_unused]] GstElement* element) {
  FrameMemories memories;
#ifdef FFTCORE_CUDA_MEMORY
  if (has_cuda_memory()) memories.push_back(cuda_memory(element));
#endif
  memories.push_back(system_memory());
  return memories;
}

FrameMemory& memory_of(const FrameMemories& memories, const GstCaps* caps) {
  return memory_with(memories, gst_caps_get_features(caps, 0));
}

GstCaps* by_preference(const FrameMemories& memories, std::string_view backend, GstCaps* caps) {
  if (memories.size() == 1) return caps;
  GstCaps* const sorted = gst_caps_new_empty();
  for (const bool is_suitable : {true, false}) {
    for (guint i = 0; i < gst_caps_get_size(caps); ++i) {
      const GstCapsFeatures* const features = gst_caps_get_features(caps, i);
      if (memory_with(memories, features).suits(backend) != is_suitable) continue;
      gst_caps_append_structure_full(sorted, gst_structure_copy(gst_caps_get_structure(caps, i)), gst_caps_features_copy(features));
    }
  }
  gst_caps_unref(caps);
  return sorted;
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
