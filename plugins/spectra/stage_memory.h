// SPDX-License-Identifier: LGPL-2.1-or-later
// Memory and order of work of the elements that are stages of a convolution: frames on one side and
// spectra on the other, or spectra on both, each side in system or in CUDA memory.
//
// Order of work: spectra in CUDA memory go on while work on them is still on a queue. Each says
// whose queue that is (SpectrumWriter). Who takes it on the same thread goes on with that very
// queue, so that nobody waits from the first stage to the last; who takes it on another thread
// waits for it, works on a queue of its own and waits before the spectrum goes back. A spectrum
// holds the frame that it is made of (set_source_frame()), so that the frame is not written anew
// meanwhile. All this is StageRun's.
#pragma once

#include <initializer_list>
#include <memory>
#include <vector>

#include "../memory/frame_memory.h"
#include "fftcore/stages.h"

namespace fftcore::gst {

/// Memory of the host or of a device, as caps say.
MemoryKind memory_kind(const GstCaps* caps);

/// One element's part in the memory of its streams. Calls come from the streaming thread, or while
/// there is none, but for those that say otherwise.
class StageMemories {
 public:
  explicit StageMemories(GstElement* element) : frames_(element) {}

  /// What FrameMemories does.
  void start(const Device& device) { frames_.start(device); }
  void stop();

  /// What computes between streams of these caps: CUDA's where one of them is in CUDA memory.
  /// Throws where the backend cannot. Compile for build_queue(); run by a StageRun. Nothing that
  /// was run before is under way when it returns, nor when follow() returns an engine.
  std::shared_ptr<Engine> choose(const GstCaps* input_caps, const GstCaps* output_caps,
                                 const Device& device);
  /// Follows a buffer of the input that is in another CUDA context than the neighbours said: then
  /// the engine to compile for anew, else null.
  std::shared_ptr<Engine> follow(GstBuffer* input, const Device& device);
  /// Returns when all that was run is done: before something is given back that it may use still,
  /// as executables, a kernel's spectrum.
  void settle();

  // Answers to ALLOCATION queries. Throw where a pool cannot be had.
  /// Upstream's, of frames (a video sink pad).
  bool propose_frames(GstQuery* query);
  /// Ours, of frames (a video source pad). The base class's own decide_allocation is to be called
  /// after it.
  bool decide_frames(GstQuery* query);
  /// Ours, of spectra: a pool of our own. The base class's own decide_allocation is *not* to be
  /// called after it: it would set these caps on the pool.
  bool decide_spectra(GstQuery* query, const SpectrumLayout& layout);

  /// For an element whose input and output are frames of one memory.
  FrameMemories& frames() { return frames_; }

  // From any thread, as FrameMemories'.
  void set_context(GstContext* context, const Device& device) {
    frames_.set_context(context, device);
  }
  bool answer(GstQuery* query) { return frames_.answer(query); }
  void sort_caps(GstQuery* query) { frames_.sort_caps(query); }
  GstCaps* sorted(GstCaps* caps) { return frames_.sorted(caps); }

 private:
  friend class StageRun;

  FrameMemories frames_;
  std::shared_ptr<Engine> engine_;     // ours, since choose()
  std::shared_ptr<Engine> last_used_;  // whose queue the last run was on
};

/// A buffer and where it lies.
struct StageBuffer {
  GstBuffer* buffer = nullptr;
  MemoryKind memory = MemoryKind::host;
  /// What is in it was waited for (wait_for_writer()), and it stays until settle(): a kernel's
  /// spectrum.
  bool is_held = false;
};

/// One run: make it, map the buffers (MappedFrame, MappedSpectrum) in their own kind of memory, run
/// on queue(), finish. Where it goes before it is finished, something failed: it waits for what was
/// begun.
class StageRun {
 public:
  /// Throws where a buffer is not in the memory that its caps say.
  StageRun(StageMemories& memories, std::initializer_list<StageBuffer> inputs, StageBuffer output);
  ~StageRun();
  StageRun(const StageRun&) = delete;
  StageRun& operator=(const StageRun&) = delete;

  Queue& queue() { return engine_->queue(); }
  /// To copy planes with.
  Engine& engine() { return *engine_; }

  /// The output is a spectrum, which may be pushed now: written, or with word of who writes it.
  void finish_spectrum();
  /// The output is a frame, which is written.
  void finish_frame();

 private:
  std::shared_ptr<Engine> engine_;
  StageBuffer output_;
  bool must_wait_ = false;  // an input belongs to another thread's queue
  bool is_finished_ = false;
};

}  // namespace fftcore::gst
