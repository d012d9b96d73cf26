// SPDX-License-Identifier: LGPL-2.1-or-later
#include "overlap_save.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "cufft_plan.h"
#include "fftcore/error.h"

namespace bench {

using namespace fftcore;

Blocks blocks_of(const Convolution& problem, int points) {
  constexpr std::int64_t kTogether = 32;  // floats
  const std::int64_t outputs = problem.output.columns.extent,
                     hop = (points - problem.taps.columns + 1) / kTogether * kTogether;
  if (hop < kTogether)
    throw InvalidArgument(
        fmt::format("blocks of {} points are too short for {} taps", points, problem.taps.columns));
  return {points, static_cast<int>(hop), static_cast<int>((outputs + hop - 1) / hop)};
}

Circular extended_signal(const Convolution& problem, const Blocks& blocks) {
  return circular_frame(problem, 1, static_cast<int>(blocks.extended()));
}

Circular block_grids(const Convolution& problem, const Blocks& blocks) {
  Circular grids = circular_frame(problem, 1, blocks.points);
  grids.batch = grids.results = blocks.count;
  return grids;
}

std::vector<Blocks> blocks_to_try(const Convolution& problem) {
  const std::int64_t outputs = problem.output.columns.extent;
  const auto least = std::max<std::int64_t>(
      64,
      static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(problem.taps.columns))));
  std::vector<Blocks> all;
  for (const int times : {2, 3, 4, 6, 8, 12, 16})
    if (times * least < outputs) all.push_back(blocks_of(problem, static_cast<int>(times * least)));
  all.push_back(blocks_of(problem, smooth_extents(outputs + problem.taps.columns + 31).front()));
  return all;
}

}  // namespace bench
