// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_offer.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "launch_cost.h"

namespace fftcore {
namespace {

std::vector<Stage> stages_of(const Convolution& problem, const LaunchPlan& plan, bool is_paired) {
  std::vector<Stage> stages;
  for (const PlannedLaunch& launch : plan.run)
    stages.push_back({name_of(launch.spec), line_count(launch.spec), {}});
  stages.front().ops.push_back(Unpack{problem.input.element, problem.edge, is_paired});
  stages[stages.size() / 2].ops.push_back(MultiplySpectrum{});
  stages.back().ops.push_back(Pack{problem.output.element});
  if (problem.copied_channels != 0)
    stages.back().ops.push_back(CopyChannels{problem.copied_channels});
  return stages;
}

std::string_view variant_of(Packing halves) {
  switch (halves) {
    case Packing::none: return "no halves";
    case Packing::columns: return "halves of columns";
    case Packing::rows: return "halves of rows";
    case Packing::slices: return "halves of slices";
    case Packing::even_odd: return "even and odd samples";
    case Packing::half_spectrum: return "rows as half spectra";
  }
  return "";
}

}  // namespace

void GpuOffer::weigh(ConvolutionOffer offer, Packing halves) {
  if (!offer.plan) {
    reason_ = offer.reason;
    return;
  }
  double cost = 0;
  for (const PlannedLaunch& launch : offer.plan->run) cost += launch_cost(launch.spec, traits_);
  // Fitted to an H200: what goes through memory because what lies between launches does not stay in
  // the cache, a byte of it; how much less launches wait for f16; time of a multiprocessor.
  constexpr double kOfByte = 1.3, kOfHalves = 0.8, kNsOfOne = 0.0105;
  const double between =
      offer.plan->run.size() > 1 ? static_cast<double>(offer.plan->bytes_of(Place::work_0)) : 0;
  if (between > 0 && problem_.precision == Precision::fast) cost *= kOfHalves;
  if (between > static_cast<double>(traits_.cache_bytes) / 2)
    cost += kOfByte *
            (image_bytes(problem_) + 2 * between * static_cast<double>(offer.plan->run.size() - 1));
  Plan plan;
  plan.rule = rule_;
  plan.variant = variant_of(halves);
  plan.cost_ns = cost * kNsOfOne / std::max(1, traits_.compute_units);
  for (const PlannedLaunch& launch : offer.plan->run) plan.flops += launch_flops(launch.spec);
  for (const std::int64_t bytes : offer.plan->size_bytes) plan.workspace_bytes += bytes;
  plan.bytes = image_bytes(problem_) + static_cast<double>(offer.plan->bytes_of(Place::spectrum));
  plan.stages = stages_of(problem_, *offer.plan, halves != Packing::none);
  plan.geometry = std::move(*offer.plan);
  const auto is_same = [&, name = name_of(plan)](const Plan& other) {
    return name_of(other) == name;
  };
  if (std::none_of(plans_.begin(), plans_.end(), is_same)) plans_.push_back(std::move(plan));
}

Offer GpuOffer::all() && {
  std::stable_sort(plans_.begin(), plans_.end(),
                   [](const Plan& a, const Plan& b) { return a.cost_ns < b.cost_ns; });
  return {std::move(plans_), reason_};
}

std::vector<Packing> possible_packings(const Extent& out) {
  std::vector<Packing> halves = {Packing::none};
  if (out.columns > 1) halves.push_back(Packing::columns);
  if (out.rows > 1) halves.push_back(Packing::rows);
  if (out.slices > 1) halves.push_back(Packing::slices);
  return halves;
}

std::string too_many_samples(const Convolution& problem) {
  for (const Layout& layout : {problem.input, problem.output}) {
    std::int64_t samples = 1;
    for (const Axis& axis :
         {layout.columns, layout.rows, layout.channels, layout.slices, layout.frames})
      samples += (axis.extent - 1) * axis.stride;
    if (samples > std::numeric_limits<std::int32_t>::max())
      return fmt::format(
          "its images reach over {} samples; kernels count up to 2^31. Split the batch", samples);
  }
  return {};
}

}  // namespace fftcore
