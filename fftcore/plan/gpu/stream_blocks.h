// SPDX-License-Identifier: LGPL-2.1-or-later
// A StreamConvolution on a GPU: block after block of each signal, each by one Convolution of it and
// of the samples before it that its taps reach. They lie in a ring. Plain values, which
// backends/gpu/executables/gpu_stream_executable runs.
#pragma once

#include <cstdint>

#include "fftcore/convolution.h"
#include "fftcore/stream_convolution.h"
#include "no_plan.h"

namespace fftcore {

/// Times are numbers of samples. Block j is samples j * block to (j + 1) * block - 1. Its results
/// are heard from time j * block + latency on.
struct StreamBlocks {
  std::int64_t block = 0;
  std::int64_t ring_blocks = 0;    ///< that the ring keeps, the newest included
  std::int64_t result_blocks = 0;  ///< that results are kept of, until they are heard
  /// A block's results, of its samples and of the taps - 1 before them. Planes of the input are
  /// rings that lie twice, one after the other. So what a block needs has no gap, and ends where
  /// the block ends in the second. Where channels mix there are as many planes as the larger of
  /// inputs and outputs.
  Convolution work;
  std::int64_t ring_samples() const { return ring_blocks * block; }
};

/// Least latency that a GPU takes: a block's.
inline constexpr std::int64_t kLeastGpuLatency = 32;

/// Blocks of a valid stream. They are as long as the latency allows, and leave the GPU the time of
/// one StreamConvolution::block where the latency has two.
Planned<StreamBlocks> stream_blocks(const StreamConvolution& stream);

}  // namespace fftcore
