// SPDX-License-Identifier: LGPL-2.1-or-later
// What the planner hands to a backend: plain values, no handles.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "fftcore/convolution.h"
#include "launch_plan.h"

namespace fftcore {

// On a CPU plans with transforms take rows, then columns forward, multiply and inverse in one go,
// then rows. Columns are gathered `lanes` at a time: SIMD runs across them, and a block of them
// stays in the first-level cache.

/// Overlap-save: the output is cut into a grid of tiles; each reads its own neighbourhood, so tiles
/// know nothing of each other. Two tiles of one channel travel as real and imaginary part of one
/// complex transform, since taps are real.
struct TilePlan {
  Extent fft;              ///< transform of a tile
  Extent useful;           ///< part of the tile that becomes output
  Extent grid;             ///< tiles down and across
  std::int64_t pairs = 0;  ///< complex transforms there, each a task
  std::int64_t lanes = 0;
};

/// Overlap-save in blocks of any size, with the taps cut into partitions. A block is transformed
/// once. An output block is the sum, in the frequency domain, over the partitions and the blocks
/// that they meet, transformed back. Along an axis with several partitions they are as long as what
/// is useful of a block, so that block i meets partition p at block i + p.
struct PartitionPlan {
  Extent fft;         ///< transform of a block
  Extent useful;      ///< outputs of a block, and how far blocks are apart
  Extent partition;   ///< taps of one
  Extent partitions;  ///< down and across
  Extent grid;        ///< output blocks down and across
  /// Output blocks that are made at a time. A strip of window.rows of them is gone along from left
  /// to right, and keeps the blocks of the image that the next window needs.
  Extent window;
  std::int64_t lanes = 0;  ///< columns at a time
};

/// Whole frame: rows R2C; columns forward, multiply, inverse; rows C2R.
struct ThreePassPlan {
  Extent fft;
  std::int64_t lanes = 0;
};

/// Whole volume: rows R2C; columns forward; slices forward, multiply, inverse; columns inverse;
/// rows C2R.
struct FivePassPlan {
  Extent fft;
  std::int64_t lanes = 0;  ///< columns at a time
};

/// No transforms: sums of samples times taps. The output is cut into a grid of tiles. A tile's rows
/// are loaded one after the other, and summed up while they are in the cache.
struct DirectPlan {
  Extent tile;
  Extent grid;  ///< tiles down and across
  /// Outer products of a column and a row that taps may be at most: rows are filtered, then
  /// columns. 0: the taps are taken as they are.
  std::int64_t products = 0;
  /// All rows are filtered before any column, and lie in memory that tiles share. Else each tile
  /// filters the rows that it needs, also those that its neighbour filters.
  bool shares_rows = false;
};

/// What is done where taps, once they are set, turn out to be few outer products.
struct LowRankPlan {
  DirectPlan geometry;
  std::vector<double> cost_ns;  ///< of taps of 1, 2, ... products, each less than another plan's
};

/// What a device took for a plan.
struct Measurement {
  double microseconds = 0;  ///< of one run(), images in the device's memory
  int candidates = 0;       ///< plans that were measured, this one being the fastest

  bool operator==(const Measurement&) const = default;
};

struct Plan {
  std::string rule;
  /// Which of the rule's plans, as far as the geometry does not say; may be empty.
  std::string variant;
  std::variant<TilePlan, PartitionPlan, ThreePassPlan, FivePassPlan, DirectPlan, LaunchPlan>
      geometry;
  std::optional<LowRankPlan> low_rank;  ///< beside it, on a CPU
  double flops = 0;                     ///< of the transforms, textbook count
  double bytes = 0;                     ///< image in, image out and the taps' spectrum, each once
  /// On a CPU time of all threads together by cost.h; on a GPU time from start to end, a guess.
  double cost_ns = 0;
  std::int64_t workspace_bytes = 0;     ///< memory that a ConvolutionExecutable holds
  std::optional<Measurement> measured;  ///< why it was chosen; else its cost was the least
};

/// One line that tells a plan from every other one for the same Convolution: rule, variant, shapes
/// of its transforms. The tuner remembers plans by it.
std::string name_of(const Plan& plan);

/// "1 outer product", "2 outer products".
std::string products_text(std::int64_t products);

/// Channels that are filtered, in order.
std::vector<int> filtered_channels(const Convolution& convolution);

/// Bytes that any plan must move: input and output once.
double image_bytes(const Convolution& convolution);

/// The estimate, with its unit.
std::string cost_text(const Plan& plan);

/// Several lines: rule, sizes, cost, and each pass over memory or launch.
std::string to_string(const Plan& plan);

}  // namespace fftcore
