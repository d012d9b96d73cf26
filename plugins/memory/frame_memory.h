// SPDX-License-Identifier: LGPL-2.1-or-later
// The kinds of memory that an element takes frames in, and what the elements around it must agree
// on for each: caps, pools, contexts.
#pragma once

#include <gst/video/video.h>

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "../gobject/enums.h"
#include "engine.h"

namespace fftcore::gst {

/// What is to compute.
struct Device {
  BackendChoice backend = BackendChoice::automatic;
  int cuda_id = -1;          ///< as CUDA counts, -1: any
  std::string devices = {};  ///< as parse_devices() reads them; empty: `cuda_id` says it
  int share = -1;            ///< the one of `devices` that frames in system memory go to
  int threads = 0;           ///< of the processor; 0: as QueueOptions says
  HostWait wait = HostWait::automatic;
  bool operator==(const Device&) const = default;
};

/// A pool, the caller's, and the size of its buffers in bytes.
struct SizedPool {
  GstBufferPool* pool = nullptr;
  guint size = 0;
};

/// One element's part in one kind of memory. All calls come from the streaming thread, or while
/// there is none, but for those that say otherwise.
class FrameMemory {
 public:
  virtual ~FrameMemory() = default;

  /// Caps with these features are of frames in this memory.
  virtual bool has(const GstCapsFeatures* features) const = 0;
  /// The backend works there without copies to and fro.
  virtual bool suits(std::string_view backend) const = 0;
  /// Its frames have strides of their own whatever the caps say, as all who take them know.
  virtual bool is_strided() const = 0;

  /// What computes on such frames; the same one while nothing changes. Throws where the backend
  /// cannot, with what is possible.
  virtual std::shared_ptr<Engine> engine(const Device& device) = 0;
  /// Follows a frame that came from elsewhere; then engine() gives another one. False where nothing
  /// changes.
  virtual bool follow(GstBuffer* buffer, const Device& device) = 0;
  /// The GPU that engine() works on, as CUDA counts, where the frames say which one; else -1.
  virtual int cuda_device() const { return -1; }
  /// Whether an engine that works on one of two frames works on the other.
  virtual bool are_together(GstBuffer* /*one*/, GstBuffer* /*other*/) const { return true; }

  /// Answers upstream's ALLOCATION query. Throws where a pool cannot be set up.
  virtual bool propose_pool(GstQuery* query) = 0;
  /// The same for an element that works in place, after downstream has answered: only where memory
  /// of this kind may come from. Whether it says anything.
  virtual bool propose_allocator(GstQuery* /*query*/) { return false; }
  /// Sets up downstream's pool, or an own one, in the answer to our query.
  virtual bool decide_pool(GstQuery* query) = 0;
  /// A pool of buffers of at least so many bytes in one piece, which begins at a multiple of 64.
  /// Needs engine(). Throws where there is no memory.
  virtual SizedPool plain_pool(GstCaps* caps, std::size_t bytes) = 0;

  /// GStreamer's way to share devices; from any thread. answer() returns false where it is no
  /// question to this memory.
  virtual void set_context(GstContext* context, const Device& device) = 0;
  virtual bool answer(GstQuery* query) = 0;

  /// The element has stopped.
  virtual void release() = 0;

  /// What its engines' compiles heed.
  void set_interruption(std::shared_ptr<Interruption> interruption) {
    interruption_ = std::move(interruption);
  }

 protected:
  std::shared_ptr<Interruption> interruption_;
};

/// One element's part in all kinds of memory that work here. From the streaming thread, as above,
/// but for what says otherwise.
class FrameMemories {
 public:
  explicit FrameMemories(GstElement* element);

  /// Throws BackendUnavailable, with the reason, where the device does not work.
  void start(const Device& device);
  void stop();
  /// Compiles under way are given up, and so are those to come until the next start(); from any
  /// thread.
  void interrupt() { interruption_->set(); }
  bool is_interrupted() const { return interruption_->is_set(); }

  /// The one that frames lie in, as the caps of a stream say; system memory at first.
  void choose(const GstCaps* caps);
  FrameMemory& chosen() const { return *chosen_; }
  /// The one that such caps are of.
  FrameMemory& of(const GstCaps* caps) const { return with(gst_caps_get_features(caps, 0)); }

  // From any thread.
  void set_context(GstContext* context, const Device& device);
  /// The answer to a question about devices; false where there is none.
  bool answer(GstQuery* query);
  /// Puts that caps first whose memory the backend reaches: a neighbour that can give frames in
  /// either memory takes what is first.
  void sort_caps(GstQuery* query);
  /// Does so with caps; takes and returns ownership.
  GstCaps* sorted(GstCaps* caps);

 private:
  FrameMemory& with(const GstCapsFeatures* features) const;

  std::vector<std::unique_ptr<FrameMemory>> memories_;  // system memory is the last
  std::shared_ptr<Interruption> interruption_ = std::make_shared<Interruption>();
  FrameMemory* chosen_;
  std::mutex mutex_;
  std::string_view backend_;  // that comes first since the last start; guarded by mutex_
};

/// Caps of the formats that plane_jobs() knows, in all of them, for pad templates.
GstCaps* frame_caps();

}  // namespace fftcore::gst
