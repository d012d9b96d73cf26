// SPDX-License-Identifier: LGPL-2.1-or-later
// What computes on frames in one kind of memory. The filters that were built for it hold it: it
// goes when the last of them is gone.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "fftcore/backend.h"
#include "interruption.h"
#include "mapped_frame.h"

namespace fftcore::gst {

class Engine : public std::enable_shared_from_this<Engine> {
 public:
  virtual ~Engine() = default;

  virtual Backend& backend() const = 0;
  /// What to compile for, on any thread.
  virtual const Queue& build_queue() const = 0;
  /// Backend::compile() for build_queue(), on any thread. Throws Interrupted where the element
  /// stops meanwhile.
  auto compile(const auto& problem) const {
    if (interruption_ == nullptr) return backend().compile(problem, build_queue());
    return interruption_->run([self = shared_from_this(), problem] {
      return self->backend().compile(problem, self->build_queue());
    });
  }
  void set_interruption(std::shared_ptr<Interruption> interruption) {
    interruption_ = std::move(interruption);
  }
  /// What to run on; of the streaming thread.
  virtual Queue& queue() = 0;
  /// Where MappedFrame must find the frames.
  virtual MemoryKind memory() const = 0;

  /// Throws where a buffer is not in the memory that was agreed on.
  virtual void require_memory(GstBuffer* buffer) = 0;
  /// Requires that of an input before it is mapped, and sees to it that what others write into it
  /// is there.
  virtual void begin_reading(GstBuffer* input) = 0;
  void begin(GstBuffer* input, GstBuffer* output) {
    require_memory(output);
    begin_reading(input);
  }
  /// Puts the copy of a whole plane on the queue.
  virtual void copy_plane(int plane, const MappedFrame& from, MappedFrame& to) = 0;
  /// What lies at `part` (one slice, whose channels are in one plane; its row stride given) in the
  /// host's memory: itself, or a copy in `storage`.
  virtual ConstBuffer on_host(const Layout& layout, ConstBuffer part,
                              std::vector<std::byte>& storage) = 0;
  /// After all work is on the queue: the output may be pushed and the inputs given back when it
  /// returns.
  virtual void finish(std::span<GstBuffer* const> inputs, GstBuffer* output) = 0;
  /// Says to those who take the output next that they need not wait: all work is done.
  virtual void mark_done(GstBuffer* output) = 0;

 private:
  std::shared_ptr<Interruption> interruption_;
};

/// For a queue where something has failed already.
inline void wait_whatever_happens(Queue& queue) noexcept {
  try {
    queue.wait();
  } catch (...) {  // what failed first is reported
  }
}

/// `work(source, target)` puts the work on a frame on the engine's queue. It reads `input`, or all
/// of `inputs`, where there are some, of which that is one. When this returns, the output may be
/// pushed. Throws where a frame is not in the engine's memory, cannot be mapped, or `work` fails;
/// nothing is at work on the frames then.
void run_frame(Engine& engine, const GstVideoInfo& info, GstBuffer* input, GstBuffer* output,
               auto&& work, std::span<GstBuffer* const> inputs = {}) {
  if (inputs.empty()) inputs = {&input, 1};
  engine.require_memory(output);
  for (GstBuffer* const read : inputs) engine.begin_reading(read);
  const MappedFrame source(info, input, GST_MAP_READ, engine.memory());
  MappedFrame target(info, output, GST_MAP_WRITE, engine.memory());
  try {
    work(source, target);
    engine.finish(inputs, output);
  } catch (...) {
    wait_whatever_happens(engine.queue());
    throw;
  }
}

/// For frames in system memory, on any backend.
std::shared_ptr<Engine> system_engine(Backend& backend, const QueueOptions& options);

}  // namespace fftcore::gst
