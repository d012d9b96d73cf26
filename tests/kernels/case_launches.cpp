// SPDX-License-Identifier: LGPL-2.1-or-later
#include "case_launches.h"

#include "capabilities.h"

#include <stdexcept>

#include "fftcore/error.h"
#include "gpu_rules.h"
#include "planner.h"
#include "spectrum_chain.h"

namespace kernels {
namespace {

using namespace fftcore;

void add_launches(const LaunchPlan& launches, std::vector<LaunchSpec>& specs) {
  for (const LaunchPlan* plan : all_of(launches))
    for (const auto* part : {&plan->prepare, &plan->set_taps, &plan->run})
      for (const PlannedLaunch& launch : *part) specs.push_back(launch.spec);
}

/// A convolution by its rule. Nothing where there is no plan, since only some rules do a case.
std::vector<LaunchSpec> by_rule(const KernelCase& one, const DeviceTraits& traits) {
  std::vector<LaunchSpec> specs;
  Convolution problem;
  try {
    problem = parse_convolution(one.text);
  } catch (const InvalidArgument&) {
    return specs;  // region `valid` of taps larger than the image, which the oracle's test skips
  }
  for (const Rule& rule : gpu_rules()) {
    if (rule.name != one.kind) continue;
    const Offer offer = rule.offer(problem, traits);
    if (!offer.plans.empty())
      add_launches(std::get<LaunchPlan>(offer.plans.front().geometry), specs);
    return specs;
  }
  throw std::invalid_argument("no rule " + one.kind);
}

bool is_stage(std::string_view kind) {
  return kind == "forward" || kind == "product" || kind == "inverse";
}

LaunchPlan of_stage(const KernelCase& one, const DeviceTraits& traits) {
  const stages::Chain chain = stages::parse_chain_with(
      one.text, [&](Extent least) { return plan_spectrum_points(least, traits); });
  return one.kind == "forward"   ? plan_launches(chain.forward, traits)
         : one.kind == "product" ? plan_launches(chain.multiply, traits)
                                 : plan_launches(chain.inverse, traits);
}

/// With a surface that is written, and without.
template <class Search>
void add_search(Search search, const DeviceTraits& traits, std::vector<LaunchSpec>& specs) {
  for (const bool has_surface : {true, false}) {
    search.has_surface = has_surface;
    add_launches(plan_launches(search, traits), specs);
  }
}

}  // namespace

DeviceTraits traits_of(const KernelCase& one, const std::string& usual) {
  DeviceTraits traits = limited_gpu_traits(one.traits.empty() ? usual : one.traits);
  traits.has_matrices = !is_in_opencl(one);
  traits.has_real_matrices = traits.has_matrices && has_real_matrices(traits.name);
  return traits;
}

std::vector<LaunchSpec> launches_of(const KernelCase& one, const DeviceTraits& traits) {
  if (is_rule(one.kind)) return by_rule(one, traits);
  std::vector<LaunchSpec> specs;
  if (one.kind == "match")
    add_search(parse_matching(one.text), traits, specs);
  else if (one.kind == "phase")
    add_search(parse_phase_correlation(one.text), traits, specs);
  else if (is_stage(one.kind))
    add_launches(of_stage(one, traits), specs);
  else
    add_launches(plan_launches(parse_work(one.text), traits), specs);
  return specs;
}

}  // namespace kernels
