// SPDX-License-Identifier: LGPL-2.1-or-later
// The door of plan/: every plan is made here, for a CPU or a GPU as the traits say. Functions throw
// InvalidArgument as validate() does, and Unsupported with the reasons where there is no plan.
//
// A convolution has several plans. Each rule (common/rule.h) of the device offers some; the planner
// weighs them. FFTCORE_PLAN leaves only the rule of that name (cpu/cpu_rules.cpp and
// gpu/rules/gpu_rules.cpp have them all).
#pragma once

#include <string>
#include <vector>

#include "device_traits.h"
#include "fftcore/denoise.h"
#include "fftcore/search.h"
#include "fftcore/stages.h"
#include "fftcore/stream_convolution.h"
#include "fftcore/transform.h"
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

/// The launches of a Transform on a GPU, see gpu/transform/transform_launches.h. (A CPU always has
/// a plan: cpu/line_plan.h.)
LaunchPlan plan_launches(const Transform& transform, const DeviceTraits& traits);

/// The launches of a search on a GPU, see gpu/search/matching_launches.h and phase_launches.h.
LaunchPlan plan_launches(const TemplateMatching& matching, const DeviceTraits& traits);
LaunchPlan plan_launches(const PhaseCorrelation& correlation, const DeviceTraits& traits);

/// The launches of a Denoise on a GPU, see gpu/denoise_launches.h.
LaunchPlan plan_launches(const Denoise& denoise, const DeviceTraits& traits);

/// The launches of a stage on a GPU, see gpu/stages/stage_launches.h.
LaunchPlan plan_launches(const ForwardStage& stage, const DeviceTraits& traits);
LaunchPlan plan_launches(const MultiplyStage& stage, const DeviceTraits& traits);
LaunchPlan plan_launches(const InverseStage& stage, const DeviceTraits& traits);

/// Blocks of a stream on a GPU, whose work has plans of its own. (A CPU: cpu/stream_plan.h.)
StreamBlocks plan_blocks(const StreamConvolution& stream, const DeviceTraits& traits);

/// Points of a spectrum, no fewer than `least`, that take the least time and that stages have plans
/// for.
Extent plan_spectrum_points(Extent least, const DeviceTraits& traits);

}  // namespace fftcore
