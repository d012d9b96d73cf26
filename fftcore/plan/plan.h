// SPDX-License-Identifier: LGPL-2.1-or-later
// What the planner hands to a backend: plain values, no handles.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fftcore/convolution.h"
#include "launch_plan.h"

namespace fftcore {

// Work that rides along with a stage's load, middle or store.
/// image -> float, edges extended, bias taken off; two images' worth as one complex signal where
/// `paired`
struct Unpack {
  Element element;
  EdgeMode edge;
  bool partner;
};
struct MultiplySpectrum {};  ///< by the kernel's spectrum, which holds the normalisation
struct Pack {                ///< crop to the output, gain, offset, round, clamp, float -> image
  Element element;
};
struct CopyChannels {  ///< alpha
  std::uint32_t mask;
};
using FusedOp = std::variant<Unpack, MultiplySpectrum, Pack, CopyChannels>;

/// One parallel step over memory (one launch on a GPU, in the order of LaunchPlan::run).
struct Stage {
  std::string name;
  std::int64_t tasks = 0;  ///< independent pieces of work
  std::vector<FusedOp> ops;
};

// Both plans transform rows, then columns forward, multiply and inverse in one go, then rows.
// Columns are gathered `lanes` at a time: SIMD runs across them, and a block stays in the
// first-level cache.

/// Overlap-save: the output is cut into a grid of tiles; each reads its own neighbourhood, so tiles
/// know nothing of each other. Two tiles (or, where one kernel is for all, channels) of the image
/// travel as real and imaginary part of one complex transform: the kernel is real.
struct TilePlan {
  Extent fft;     ///< transform of a tile
  Extent useful;  ///< of it that becomes output
  Extent grid;    ///< tiles down and across
  std::int64_t lanes = 0;
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

/// What a device took for a plan.
struct Measurement {
  double microseconds = 0;  ///< of one run(), images in the device's memory
  int candidates = 0;       ///< plans that were measured, this one being the fastest

  bool operator==(const Measurement&) const = default;
};

struct Plan {
  std::string rule;
  /// which of the rule's plans, as far as the geometry does not say; may be empty
  std::string variant;
  std::variant<TilePlan, ThreePassPlan, FivePassPlan, LaunchPlan> geometry;
  std::vector<Stage> stages;
  double flops = 0;  ///< of the transforms, textbook count
  double bytes = 0;  ///< image in, image out and kernel spectrum, each once
  /// by cost.h, all threads together; on a GPU: time of all of it, a guess
  double cost_ns = 0;
  std::int64_t workspace_bytes = 0;     ///< that an ConvolutionExecutable holds
  std::optional<Measurement> measured;  ///< why it was chosen; else its cost was the least
};

/// One line that tells it from every other plan for the same Convolution: rule, variant, shapes of
/// its transforms.
std::string name_of(const Plan& plan);

/// Channels that are filtered, in order.
std::vector<int> filtered_channels(const Convolution& problem);

/// Bytes that any plan must move: input and output once.
double image_bytes(const Convolution& problem);

/// The estimate, with its unit.
std::string cost_text(const Plan& plan);

/// Several lines: rule, sizes, stages.
std::string to_string(const Plan& plan);

}  // namespace fftcore
