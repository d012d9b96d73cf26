// SPDX-License-Identifier: LGPL-2.1-or-later
// A WindowCorrelation on the CPU.
#pragma once

#include <memory>

#include "fft_engine.h"
#include "fftcore/backend.h"

namespace fftcore {

std::unique_ptr<WindowExecutable> make_window_executable(const WindowCorrelation& windows,
                                                         int threads, const FftEngine& engine);
/// Bytes of memory that it takes.
std::int64_t window_memory_bytes(const WindowCorrelation& windows, int threads);

}  // namespace fftcore
