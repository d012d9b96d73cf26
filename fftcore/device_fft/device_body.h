// SPDX-License-Identifier: LGPL-2.1-or-later
// The function that transforms a thread's array `data`, as a tree.
#pragma once

#include "device_plan.h"
#include "device_sides.h"
#include "generated_kernel.h"

namespace fftcore {

/// Names of what the function is given: the thread's array, and its table.
inline constexpr const char* kDataName = "data";

/// Of FftScope::block.
GeneratedKernel block_body(const DeviceFft& fft, const DevicePlan& plan);
/// Of FftScope::thread.
GeneratedKernel thread_body(const DeviceFft& fft);

}  // namespace fftcore
