// SPDX-License-Identifier: LGPL-2.1-or-later
// Denoising on the CPU.
#pragma once

#include <memory>

#include "fftcore/backend.h"

namespace fftcore {

/// Bytes that its threads work with, about.
std::int64_t denoise_memory_bytes(const Denoise& denoise, int threads);

std::unique_ptr<DenoiseExecutable> make_denoise_executable(const Denoise& denoise, int threads);

}  // namespace fftcore
