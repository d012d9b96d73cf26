// SPDX-License-Identifier: LGPL-2.1-or-later
// What plans are weighed by: time on one core of a nominal CPU. Only ratios matter. The constants
// were fitted to FFTW 3.3.10 on an AVX2 server core.
#pragma once

#include <cstdint>

#include "device_traits.h"
#include "fftcore/convolution.h"

namespace fftcore {

/// Textbook operations of one complex transform of n points: 5 n log2 n (a real one takes half).
double transform_flops(double points);

/// Columns to transform side by side: 16 where two blocks of them stay in a first-level cache of 32
/// KiB, else 8 (a cache line).
std::int64_t lanes_for(std::int64_t rows);

/// One tile, in nanoseconds: load, complex forward transform, multiplication, inverse, store; work
/// memory that stays in the cache.
double tile_cost(Extent fft, Extent input, Extent useful, const DeviceTraits& traits);

/// One whole frame, in nanoseconds: the same with real transforms, through memory.
double frame_cost(Extent fft, Extent input, Extent output);

/// One whole volume of fft.slices, of `output.slices` and as many more as the kernel needs, in
/// nanoseconds.
double volume_cost(Extent fft, Extent input_slice, Extent output);

/// Points side by side in transforms across slices.
inline constexpr std::int64_t kSliceLanes = 8;

/// What is transformed, in single channels of one frame.
struct WorkCount {
  double halves = 0;  ///< transforms there or back; 2 for one channel through one kernel
  /// of a spectrum and a kernel's spectrum, beyond the one that comes with each transform back
  double products = 0;
};
WorkCount work_of(const Convolution& problem);

/// One such product over so many complex points, in nanoseconds.
double product_cost(double points);

/// Starting a parallel step and waiting for its last task.
inline constexpr double kStepCostNs = 5000;

}  // namespace fftcore
