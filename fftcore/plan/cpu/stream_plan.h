// SPDX-License-Identifier: LGPL-2.1-or-later
// The plan of a StreamConvolution on a CPU: responses cut into parts of growing block (W. G.
// Gardner, "Efficient convolution without input-output delay", J. Audio Eng. Soc. 43 (1995)).
// Plain values, which backends/cpu/stream/stream_executable runs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fftcore/stream_convolution.h"

namespace fftcore {

/// Partitions of equal length, convolved by transforms. Delays count from an output sample back to
/// the input: tap k has the delay latency + k. Partition p has the `block` delays from
/// first_delay + p * block on. Block j of the input, samples j * block to (j + 1) * block - 1, is
/// complete at time (j + 1) * block. What it and those before it give is needed from time
/// j * block + first_delay on.
struct StreamLevel {
  std::int64_t block = 0;  ///< a power of 2
  std::int64_t partitions = 0;
  std::int64_t first_delay = 0;
  /// Its work is spread over the block after the one that it is about. Else it is done at once.
  bool is_spread = false;
  std::int64_t end_delay() const { return first_delay + partitions * block; }
  bool operator==(const StreamLevel&) const = default;
};

struct StreamPlan {
  std::int64_t head_taps = 0;        ///< the first ones, which are summed up directly
  std::vector<StreamLevel> levels;   ///< blocks grow
  double cost_ns = 0;                ///< of a sample of all channels, as estimated
  std::int64_t memory_bytes = 0;     ///< of all that is kept, one set of responses included
  std::int64_t responses_bytes = 0;  ///< of a set of responses; two more may be there for a while
  std::int64_t change_delay = 0;
};

/// Least and largest block of a level.
inline constexpr std::int64_t kLeastStreamBlock = 32;
inline constexpr std::int64_t kMostStreamBlock = 1 << 16;

/// Blocks of results that a level keeps: from the one that is being made to the one that is heard.
constexpr std::int64_t result_blocks(const StreamLevel& level) {
  return (level.first_delay + level.block - 1) / level.block + 1;
}

/// Samples of each input that are kept for levels.
constexpr std::int64_t kept_samples(const StreamPlan& plan) {
  return plan.levels.empty() ? 0 : 4 * plan.levels.back().block;
}

/// Nanoseconds of a transform of `points` complex points with its weights, one way.
double stream_transform_cost(std::int64_t points);
/// Nanoseconds of a level's complex product that is added up. It reads two complex values, from
/// memory that is the slower the more the level has.
double stream_product_cost(const StreamConvolution& stream, const StreamLevel& level);

/// The cheapest plan of a valid StreamConvolution.
StreamPlan plan_stream(const StreamConvolution& stream);

/// What is wrong with a plan, or nothing: taps left out or met twice, or a level that would need a
/// sample that has not come, or more time than there is.
std::string flaw_of(const StreamPlan& plan, const StreamConvolution& stream);

std::string to_string(const StreamPlan& plan);

}  // namespace fftcore
