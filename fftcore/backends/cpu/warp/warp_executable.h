// SPDX-License-Identifier: LGPL-2.1-or-later
// A Warp on a CPU.
#pragma once

#include <cstdint>
#include <memory>

#include "fftcore/backend.h"

namespace fftcore {

std::unique_ptr<WarpExecutable> make_warp_executable(const Warp& warp, int threads);

/// Bytes of memory that it takes.
std::int64_t warp_memory_bytes(const Warp& warp, int threads);

}  // namespace fftcore
