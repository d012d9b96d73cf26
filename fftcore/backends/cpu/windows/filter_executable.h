// SPDX-License-Identifier: LGPL-2.1-or-later
// A WindowFilters on the CPU.
#pragma once

#include <memory>

#include "fft_engine.h"
#include "fftcore/backend.h"

namespace fftcore {

std::unique_ptr<FilterExecutable> make_filter_executable(const WindowFilters& filters, int threads,
                                                         const FftEngine& engine);
/// Bytes of memory that it takes.
std::int64_t filter_memory_bytes(const WindowFilters& filters, int threads);

}  // namespace fftcore
