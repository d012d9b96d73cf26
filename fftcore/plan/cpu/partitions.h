// SPDX-License-Identifier: LGPL-2.1-or-later
// Blocks with partitions of the taps: the rule `partitions`, for signals and images that are larger
// than a cache, taps that are larger than a tile, and memory that does not hold a whole frame.
#pragma once

#include "device_traits.h"
#include "plan.h"

namespace fftcore {

/// How one axis is cut.
struct PartitionAxis {
  std::int64_t fft = 1;
  std::int64_t useful = 1;
  std::int64_t partition = 1;
  std::int64_t partitions = 1;
  std::int64_t grid = 1;  ///< output blocks
};

/// One partition of all taps, where a transform of fft points holds them: useful = fft - taps + 1.
PartitionAxis axis_of_one(std::int64_t fft, std::int64_t outputs, std::int64_t taps);
/// Partitions of half a block.
PartitionAxis axis_of_halves(std::int64_t fft, std::int64_t outputs, std::int64_t taps);

/// The plan with these axes and this window, with its cost and memory.
Plan partition_plan(const Convolution& convolution, const PartitionAxis& rows,
                    const PartitionAxis& columns, Extent window, const DeviceTraits& traits);

/// Complex values of a block's spectrum; of one row it is that row's bins.
std::int64_t block_values(const PartitionPlan& plan, int parts);

}  // namespace fftcore
