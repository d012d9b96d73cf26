// SPDX-License-Identifier: LGPL-2.1-or-later
// A StreamConvolution on a GPU: what comes is gathered until a block is full, which goes to the
// device and comes back convolved.
#pragma once

#include <memory>

#include "device.h"
#include "fftcore/stream_executable.h"
#include "plan.h"
#include "stream_blocks.h"

namespace fftcore {

/// `plan`: of blocks.work, one of launches.
std::unique_ptr<StreamExecutable> make_gpu_stream_executable(const StreamConvolution& stream,
                                                             const StreamBlocks& blocks,
                                                             const Plan& plan,
                                                             const std::shared_ptr<Device>& device);

/// Bytes of the device's memory that it takes, with one set of responses.
std::size_t gpu_stream_bytes(const StreamBlocks& blocks, const Plan& plan);

}  // namespace fftcore
