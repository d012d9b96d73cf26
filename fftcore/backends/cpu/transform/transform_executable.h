// SPDX-License-Identifier: LGPL-2.1-or-later
// Transforms of arrays on the CPU.
#pragma once

#include <memory>

#include "fft_engine.h"
#include "fftcore/backend.h"

namespace fftcore {

/// For Queues of at most `threads` threads. Throws std::bad_alloc.
std::unique_ptr<TransformExecutable> make_transform_executable(const Transform& transform,
                                                               int threads, const FftEngine& engine,
                                                               Workspace workspace);

}  // namespace fftcore
