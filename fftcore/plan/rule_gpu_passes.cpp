// SPDX-License-Identifier: LGPL-2.1-or-later
// A pass over memory for each axis there and back, the middle ones in one: convolution_launches.h.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "convolution_launches.h"
#include "planner.h"

namespace fftcore {
namespace {

/// Samples from the first to the last of an image.
std::int64_t reach(const Layout& layout) {
  std::int64_t last = 0;
  for (const Axis& axis : {layout.columns, layout.rows, layout.channels, layout.slices, layout.frames}) last += (axis.extent - 1) * axis.stride;
  return last + 1;
}

std::vector<Halves> possible_halves(const Extent& out) {
  std::vector<Halves> halves = {Halves::none};
  if (out.columns > 1) halves.push_back(Halves::columns);
  if (out.rows > 1) halves.push_back(Halves::rows);
  if (out.slices > 1) halves.push_back(Halves::slices);
  return halves;
}

double cost_of(const LaunchPlan& plan) {
  double cost = 0;
  for (const PlannedLaunch& launch : plan.run) cost += launch_cost(launch.stage);
  return cost;
}

double flops_of(const LaunchPlan& plan) {
  double flops = 0;
  for (const PlannedLaunch& launch : plan.run) {
    const double transforms = launch.stage.work == Work::convolve ? 1.0 + launch.stage.repeats : 1.0;
    flops += 5 * transforms * static_cast<double>(line_count(launch.stage)) * launch.stage.shape.length * std::log2(launch.stage.shape.length);
  }
  return flops;
}

std::vector<Stage> stages_of(const Problem& problem, const LaunchPlan& plan, bool is_paired) {
  std::vector<Stage> stages;
  for (const PlannedLaunch& launch : plan.run) stages.push_back({launch.stage.name, line_count(launch.stage), {}});
  stages.front().ops.push_back(Unpack{problem.input.element, problem.edge, is_paired});
  stages[stages.size() / 2].ops.push_back(MultiplySpectrum{});
  stages.back().ops.push_back(Pack{problem.output.element});
  if (problem.copied_channels != 0) stages.back().ops.push_back(CopyChannels{problem.copied_channels});
  return stages;
}

}  // namespace

Offer offer_gpu_passes(const Problem& problem, const DeviceTraits& traits) {
  constexpr std::int64_t kMostSamples = std::numeric_limits<std::int32_t>::max();
  for (const Layout& layout : {problem.input, problem.output})
    if (reach(layout) > kMostSamples) return {std::nullopt, fmt::format("its images reach over {} samples; kernels count up to 2^31. Split the batch", reach(layout))};

  std::optional<LaunchPlan> best;
  double best_cost = std::numeric_limits<double>::infinity();
  bool is_paired = false;
  std::string reason;
  const auto weigh = [&](Halves halves, bool circular) {
    ConvolutionOffer offer = convolution_launches(problem, halves, circular, traits);
    if (!offer.plan) {
      reason = offer.reason;
      return;
    }
    if (const double cost = cost_of(*offer.plan); cost < best_cost) {
      best_cost = cost;
      best = std::move(offer.plan);
      is_paired = halves != Halves::none;
    }
  };
  for (const Halves halves : possible_halves(problem.output.extent())) {
    weigh(halves, false);
    if (problem.edge == EdgeMode::wrap) weigh(halves, true);
  }
  if (!best) return {std::nullopt, reason};
  Plan plan;
  plan.rule = "three-pass";
  plan.flops = flops_of(*best);
  plan.cost_ns = best_cost / 1000;
  for (const std::int64_t bytes : best->size_bytes) plan.workspace_bytes += bytes;
  plan.bytes = image_bytes(problem) + static_cast<double>(best->bytes_of(Place::spectrum));
  plan.stages = stages_of(problem, *best, is_paired);
  plan.geometry = std::move(*best);
  return {std::move(plan), {}};
}

}  // namespace fftcore
