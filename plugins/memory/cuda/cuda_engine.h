// SPDX-License-Identifier: LGPL-2.1-or-later
// fftcore's CUDA backend at work on GStreamer's CUDA memory, in the context that the frames are in.
#pragma once

#include "../engine.h"
#include "cuda_stream.h"

namespace fftcore::gst {

class CudaEngine final : public Engine {
 public:
  /// Throws what Backend::create_queue() throws.
  CudaEngine(Backend& backend, CudaContext context, HostWait wait);

  const CudaContext& context() const { return context_; }
  const CudaStream& stream() const { return stream_; }
  /// Works on this one from now on, so that who else does needs no wait.
  void use_stream(const CudaStream& stream);

  Backend& backend() const override { return backend_; }
  const Queue& build_queue() const override { return *own_queue_; }
  Queue& queue() override { return used_queue_ != nullptr ? *used_queue_ : *own_queue_; }
  MemoryKind memory() const override { return MemoryKind::device; }

  void require_memory(GstBuffer* buffer) override;
  void begin_reading(GstBuffer* input) override;
  void copy_plane(int plane, const MappedFrame& from, MappedFrame& to) override;
  ConstBuffer on_host(const Layout& layout, ConstBuffer part,
                      std::vector<std::byte>& storage) override;
  void finish(std::span<GstBuffer* const> inputs, GstBuffer* output) override;
  void mark_done(GstBuffer* output) override;

 private:
  std::unique_ptr<Queue> queue_on(const CudaStream& stream) const;
  GstCudaMemory* memory_of(GstBuffer* buffer) const;

  Backend& backend_;
  CudaContext context_;  // goes last
  HostWait wait_;
  CudaStream own_stream_;
  CudaStream stream_;                  // the one in use
  std::unique_ptr<Queue> own_queue_;   // on own_stream_
  std::unique_ptr<Queue> used_queue_;  // on another one, if that is in use
};

}  // namespace fftcore::gst
