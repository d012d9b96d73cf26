// SPDX-License-Identifier: LGPL-2.1-or-later
// The kinds of memory that an element takes frames in, and what the elements around it must agree on for each: caps, pools,
// contexts.
#pragma once

#include <gst/video/video.h>

#include <memory>
#include <string_view>
#include <vector>

#include "engine.h"
#include "enums.h"

namespace fftcore::gst {

/// What is to compute.
struct Device {
  BackendChoice backend = BackendChoice::automatic;
  int cuda_id = -1;  ///< as CUDA counts, -1: any
  bool operator==(const Device&) const = default;
};

/// The backend that comes first for `choice` on this machine. Throws BackendUnavailable, with the reason, where there is none.
std::string_view first_backend(BackendChoice choice);

/// One element's part in one kind of memory. All calls come from the streaming thread, or while there is none, but for those that
/// say otherwise.
class FrameMemory {
 public:
  virtual ~FrameMemory() = default;

  /// Caps with these features are of frames in this memory.
  virtual bool has(const GstCapsFeatures* features) const = 0;
  /// The backend works there without copies to and fro.
  virtual bool suits(std::string_view backend) const = 0;
  /// Its frames have strides of their own whatever the caps say, as all who take them know.
  virtual bool is_strided() const = 0;

  /// What computes on such frames; the same one while nothing changes. Throws where the backend cannot, with what is possible.
  virtual std::shared_ptr<Engine> engine(const Device& device) = 0;
  /// Follows a frame that came from elsewhere; then engine() gives another one. False where nothing changes.
  virtual bool follow(GstBuffer* buffer, const Device& device) = 0;

  /// Answers upstream's ALLOCATION query. Throws where a pool cannot be set up.
  virtual bool propose_pool(GstQuery* query) = 0;
  /// Sets up downstream's pool, or an own one, in the answer to our query.
  virtual bool decide_pool(GstQuery* query) = 0;

  /// GStreamer's way to share devices; from any thread. answer() returns false where it is no question to this memory.
  virtual void set_context(GstContext* context, const Device& device) = 0;
  virtual bool answer(GstQuery* query) = 0;

  /// The element has stopped.
  virtual void release() = 0;
};

/// All that work here; system memory is the last.
using FrameMemories = std::vector<std::unique_ptr<FrameMemory>>;
FrameMemories frame_memories(GstElement* element);

/// The one that fixed caps speak of.
FrameMemory& memory_of(const FrameMemories& memories, const GstCaps* caps);

/// The same caps (`caps` is taken), those first whose memory suits the backend.
GstCaps* by_preference(const FrameMemories& memories, std::string_view backend, GstCaps* caps);

/// Caps of the formats that plane_jobs() knows, in all of them, for pad templates.
GstCaps* frame_caps();

}  // namespace fftcore::gst
