// SPDX-License-Identifier: LGPL-2.1-or-later
#include "frame_memory.h"

#include <algorithm>

#include "../frames/formats.h"
#include "system_memory.h"

#ifdef FFTCORE_CUDA_MEMORY
#include "cuda/cuda_memory.h"
#endif

namespace fftcore::gst {
namespace {

// The backend that `choice` comes to on this machine. Throws BackendUnavailable.
std::string_view first_backend(BackendChoice choice) {
  select_backend(backend_name(choice));
  if (choice != BackendChoice::automatic) return backend_name(choice);
  const auto works = [](const Backend* backend) {
    return backend->unavailable_reason().empty() && backend->auto_skip_reason().empty();
  };
  return (*std::ranges::find_if(backends(), works))->name();
}

}  // namespace

FrameMemories::FrameMemories([[maybe_unused]] GstElement* element) {
#ifdef FFTCORE_CUDA_MEMORY
  if (has_cuda_memory()) memories_.push_back(cuda_memory(element));
#endif
  memories_.push_back(system_memory());
  for (const auto& memory : memories_) memory->set_interruption(interruption_);
  chosen_ = memories_.back().get();
}

FrameMemory& FrameMemories::with(const GstCapsFeatures* features) const {
  return **std::ranges::find_if(memories_,
                                [&](const auto& memory) { return memory->has(features); });
}

void FrameMemories::start(const Device& device) {
  interruption_->clear();
  const std::string_view backend = first_backend(device.backend);
  const std::lock_guard lock(mutex_);
  backend_ = backend;
}

void FrameMemories::stop() {
  for (const auto& memory : memories_) memory->release();
}

void FrameMemories::choose(const GstCaps* caps) {
  chosen_ = &of(caps);
}

void FrameMemories::set_context(GstContext* context, const Device& device) {
  for (const auto& memory : memories_) memory->set_context(context, device);
}

bool FrameMemories::answer(GstQuery* query) {
  if (GST_QUERY_TYPE(query) != GST_QUERY_CONTEXT) return false;
  return std::ranges::any_of(memories_, [&](const auto& memory) { return memory->answer(query); });
}

void FrameMemories::sort_caps(GstQuery* query) {
  if (GST_QUERY_TYPE(query) != GST_QUERY_CAPS) return;
  GstCaps* caps = nullptr;
  gst_query_parse_caps_result(query, &caps);
  GstCaps* const result = sorted(gst_caps_ref(caps));
  gst_query_set_caps_result(query, result);
  gst_caps_unref(result);
}

GstCaps* FrameMemories::sorted(GstCaps* caps) {
  if (memories_.size() == 1 || gst_caps_is_any(caps)) return caps;
  std::unique_lock lock(mutex_);
  const std::string_view backend = backend_;
  lock.unlock();
  GstCaps* const result = gst_caps_new_empty();
  for (const bool is_suitable : {true, false}) {
    for (guint i = 0; i < gst_caps_get_size(caps); ++i) {
      const GstCapsFeatures* const features = gst_caps_get_features(caps, i);
      if (with(features).suits(backend) != is_suitable) continue;
      gst_caps_append_structure_full(result, gst_structure_copy(gst_caps_get_structure(caps, i)),
                                     gst_caps_features_copy(features));
    }
  }
  gst_caps_unref(caps);
  return result;
}

GstCaps* frame_caps() {
  GstCaps* caps = gst_caps_new_empty();
#ifdef FFTCORE_CUDA_MEMORY
  if (has_cuda_memory()) gst_caps_append(caps, cuda_video_caps());
#endif
  gst_caps_append(caps, system_video_caps());
  return caps;
}

}  // namespace fftcore::gst
