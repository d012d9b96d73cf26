// SPDX-License-Identifier: LGPL-2.1-or-later
// The door of plan/: every plan is made here, for a CPU or a GPU as the traits say. Functions throw
// InvalidArgument as validate() does, and Unsupported with the reasons where there is no plan.
//
// A convolution has several plans. Each rule (common/rule.h) of the device offers some; the planner
// weighs them. FFTCORE_PLAN leaves only the rule of that name (cpu/cpu_rules.cpp and
// gpu/rules/gpu_rules.cpp have them all).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "device_traits.h"
#include "fftcore/work.h"
#include "plan.h"

namespace fftcore {

struct StreamBlocks;  // gpu/stream_blocks.h

/// All plans, cheapest first, their names (name_of) all different. Logs (topic `plan`).
std::vector<Plan> rank_plans(const Convolution& convolution, const DeviceTraits& traits);

/// The first of them.
Plan plan_convolution(const Convolution& convolution, const DeviceTraits& traits);

/// All plans, one a line, and the cheapest as a whole. It names reasons instead of throwing
/// Unsupported.
std::string describe_choice(const Convolution& convolution, const DeviceTraits& traits);

/// The launches of a work on a GPU, by launches_of() of its kind in gpu/. Of a Convolution they are
/// those of its cheapest plan, of a stream those of a block.
LaunchPlan plan_launches(const AnyWork& work, const DeviceTraits& traits);

/// The Convolution that rank_plans() has plans of, for a work on a GPU: the work itself, or that of
/// a stream's blocks. None for other kinds, whose plan is plan_launches().
std::optional<Convolution> ranked_convolution(const AnyWork& work, const DeviceTraits& traits);

/// Blocks of a stream on a GPU, whose work has plans of its own. (A CPU: cpu/stream_plan.h.)
StreamBlocks plan_blocks(const StreamConvolution& stream, const DeviceTraits& traits);

/// Points of a spectrum, no fewer than `least`, that take the least time and that stages have plans
/// for.
Extent plan_spectrum_points(Extent least, const DeviceTraits& traits);

}  // namespace fftcore
