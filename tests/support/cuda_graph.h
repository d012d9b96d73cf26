// SPDX-License-Identifier: LGPL-2.1-or-later
// What tests and benchmarks need of CUDA beside the backend: a stream that is not the backend's,
// launches captured as a graph, time.
#pragma once

#include <functional>

#include "cuda_api.h"

namespace fftcore::test {

struct CudaGraphTag;
struct CudaGraphExecTag;

/// The primary context of a device, current for the thread as long as this lives, with a stream.
class CudaSession {
 public:
  explicit CudaSession(int index);
  ~CudaSession();
  CudaSession(const CudaSession&) = delete;
  CudaSession& operator=(const CudaSession&) = delete;

  cuda::ContextHandle context() const { return context_; }
  cuda::StreamHandle stream() const { return stream_; }

  /// Milliseconds that what `enqueue` puts on the stream takes there.
  double elapsed_ms(const std::function<void()>& enqueue) const;

 private:
  cuda::DeviceId device_ = 0;
  cuda::ContextHandle context_ = nullptr;
  cuda::StreamHandle stream_ = nullptr;
};

class CudaGraph {
 public:
  /// Captures what `enqueue` puts on the session's stream. Throws Error where it calls what a
  /// capture forbids, such as waiting.
  CudaGraph(const CudaSession& session, const std::function<void()>& enqueue);
  ~CudaGraph();
  CudaGraph(const CudaGraph&) = delete;
  CudaGraph& operator=(const CudaGraph&) = delete;

  std::size_t nodes() const;
  /// On the session's stream.
  void launch() const;

 private:
  const CudaSession& session_;
  CudaGraphTag* graph_ = nullptr;
  CudaGraphExecTag* exec_ = nullptr;
};

}  // namespace fftcore::test
