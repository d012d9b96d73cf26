// SPDX-License-Identifier: LGPL-2.1-or-later
// What plans are weighed by: time on one core of a nominal CPU. Only ratios matter. The constants were fitted to FFTW 3.3.10 on an
// AVX2 server core.
#pragma once

#include <cstdint>

#include "device_traits.h"
#include "fftcore/layout.h"

namespace fftcore {

/// Textbook operations of one complex transform of n points: 5 n log2 n (a real one takes half).
double transform_flops(double points);

/// Columns to transform side by side: 16 where two blocks of them stay in a first-level cache of 32 KiB, else 8 (a cache line).
std::int64_t lanes_for(std::int64_t rows);

/// One tile, in nanoseconds: load, complex forward transform, multiplication, inverse, store; work memory that stays in the cache.
double tile_cost(Extent fft, Extent input, Extent useful, const DeviceTraits& traits);

/// One whole frame, in nanoseconds: the same with real transforms, through memory.
double frame_cost(Extent fft, Extent input, Extent output);

/// Starting a parallel step and waiting for its last task.
inline constexpr double kStepCostNs = 5000;

}  // namespace fftcore
