// SPDX-License-Identifier: LGPL-2.1-or-later
// Pools of frames in CUDA memory.
#pragma once

#include <optional>

#include "../frame_memory.h"
#include "cuda_stream.h"

namespace fftcore::gst {

/// Answers upstream's ALLOCATION query with a pool in `context` whose frames are written on
/// `stream`. Throws Error where none can be set up; false where the query has no caps.
bool propose_cuda_pool(GstQuery* query, GstCudaContext* context, const CudaStream& stream);

/// Sets up downstream's pool if its frames are of `context`, else one of our own. Returns the
/// stream that its frames are written on, `stream` where they have none. Throws Error.
std::optional<CudaStream> decide_cuda_pool(GstQuery* query, GstCudaContext* context,
                                           const CudaStream& stream);

/// A pool of buffers that are no frames, each at least `bytes` long in one piece. Throws Error.
SizedPool plain_cuda_pool(std::size_t bytes, GstCudaContext* context, const CudaStream& stream);

}  // namespace fftcore::gst
