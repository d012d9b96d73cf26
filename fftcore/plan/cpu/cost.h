// SPDX-License-Identifier: LGPL-2.1-or-later
// Time on one core of a nominal CPU, by which plans are weighed. Only ratios matter. The constants
// were fitted to FFTW 3.3.10 on an AVX2 server core. Those of plans without transforms were fitted
// beside it on a core with AVX-512 (`bench_filters plans`, one thread, u8 of 1080p, taps of 1x1 to
// 127x127), such that the cheaper one is within a tenth of the fastest.
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

/// Nanoseconds of one tile: load, complex forward transform, multiplication, inverse, store. Work
/// memory stays in the cache.
double tile_cost(Extent fft, Extent input, Extent useful, const DeviceTraits& traits);

/// Nanoseconds of one block of `partitions`, one way, of which so many samples are not padding.
double block_cost(Extent fft, Extent samples);

/// Nanoseconds of a complex product that is added up, of values that come from memory.
inline constexpr double kNsPerSum = 0.16;

/// Nanoseconds of one whole frame: the same steps with real transforms, through memory.
double frame_cost(Extent fft, Extent input, Extent output);

/// Nanoseconds of one whole volume of fft.slices slices, `output.slices` and the taps' less one.
double volume_cost(Extent fft, Extent input_slice, Extent output);

/// Nanoseconds of one tile without transforms, by so many filters. `products` as DirectPlan has it;
/// `bytes` of work memory. `copies` rows first, or sums up where they are. `shares_rows`: without
/// the rows that were filtered before.
double direct_cost(Extent tile, Extent taps, std::int64_t products, bool copies,
                   std::int64_t filters, double bytes, bool shares_rows,
                   const DeviceTraits& traits);

/// Nanoseconds to filter a row of so many output columns for all tiles.
double shared_row_cost(std::int64_t columns, std::int64_t taps, std::int64_t products,
                       const DeviceTraits& traits);

/// Nanoseconds more for each row of an image that threads are in side by side, as they are where
/// tiles are: each fetches ahead what the other writes.
inline constexpr double kNsPerSharedRow = 600;

/// Points side by side in transforms across slices.
inline constexpr std::int64_t kSliceLanes = 8;

/// Work of a convolution, counted in single channels of one frame.
struct WorkCount {
  /// Transforms there and back: 1 for one channel through one filter, 1/2 for each way alone.
  double transforms = 0;
  /// Products of a spectrum and the taps' spectrum, beyond the one that each way back includes.
  double products = 0;
};
WorkCount work_of(const Convolution& convolution);

/// Nanoseconds of one such product over so many complex points.
double product_cost(double points);

/// Whole bytes, and 2^62 where there are more.
std::int64_t whole_bytes(double bytes);

/// What costs of single precision are multiplied by for a convolution's own.
double precision_cost(const Convolution& convolution);
/// Bytes of a complex value.
std::int64_t value_bytes(const Convolution& convolution);

/// Nanoseconds that it takes to start a parallel step and to wait for its last task.
inline constexpr double kStepCostNs = 5000;

}  // namespace fftcore
