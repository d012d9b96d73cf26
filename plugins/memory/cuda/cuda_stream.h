// SPDX-License-Identifier: LGPL-2.1-or-later
// The order of work on frames. From GStreamer 1.24 on frames know the stream that they are written
// on: work on one stream needs no wait. Before, whoever has written a frame waits before it goes
// on.
#pragma once

#include <memory>
#include <optional>

#include "cuda_context.h"

namespace fftcore::gst {

class CudaStream {
 public:
  /// A new one, which waits for the context's default stream, as copies that GStreamer makes are
  /// there. Throws Error.
  explicit CudaStream(const CudaContext& context);

  CUstream handle() const;

  /// The one that the pool of this configuration writes on, if it has any.
  static std::optional<CudaStream> of_pool(GstStructure* config);
  void give_to_pool(GstStructure* config) const;

  /// Returns when what is written into `memory` on another stream is there.
  void catch_up_with(GstCudaMemory* memory) const;
  /// All who use `memory` do so on this stream.
  bool orders(GstCudaMemory* memory) const;
  /// Nothing that is written into `memory` is still to come.
  static void mark_done(GstCudaMemory* memory);

  bool operator==(const CudaStream& other) const { return handle() == other.handle(); }

 private:
  struct Held;
  explicit CudaStream(std::shared_ptr<const Held> held) : held_(std::move(held)) {}

  std::shared_ptr<const Held> held_;
};

}  // namespace fftcore::gst
