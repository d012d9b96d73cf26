// SPDX-License-Identifier: LGPL-2.1-or-later
// The stages of a convolution (stages.h). Forward, multiply by taps and inverse do what the
// passes of three_pass_executable do, in the same order with the same plans, so that their result
// has the same bits.
#pragma once

#include <memory>

#include "fft_engine.h"
#include "fftcore/backend.h"

namespace fftcore {

/// For Queues of at most `threads` threads. Throw std::bad_alloc.
std::unique_ptr<StageExecutable> make_forward_executable(const ForwardStage& stage, int threads,
                                                         const FftEngine& engine);
std::unique_ptr<MultiplyExecutable> make_multiply_executable(const MultiplyStage& stage,
                                                             int threads, const FftEngine& engine);
std::unique_ptr<StageExecutable> make_inverse_executable(const InverseStage& stage, int threads,
                                                         const FftEngine& engine);

}  // namespace fftcore
