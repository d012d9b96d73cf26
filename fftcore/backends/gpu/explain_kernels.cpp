// SPDX-License-Identifier: LGPL-2.1-or-later
#include <fmt/format.h>

#include <algorithm>

#include "drivers.h"
#include "fftcore/explain.h"
#include "gpu_target.h"
#include "kinds.h"
#include "launch_kernel.h"
#include "planner.h"
#include "print.h"

namespace fftcore {
namespace {

std::string kernels_text(const LaunchPlan& launches, std::string_view language) {
  const Driver& driver = driver_of_language(language);
  std::string text;
  for (const LaunchPlan* plan : all_of(launches))
    for (const auto* part : {&plan->run, &plan->set_taps, &plan->prepare})
      for (const PlannedLaunch& launch : *part) {
        const ast::Kernel kernel = launch_kernel(launch.spec).kernel;
        text += fmt::format("\n=== {}: tree\n{}\n=== {}: {}\n{}", kernel.name,
                            ast::to_string(kernel), kernel.name, language, driver.text_of(kernel));
      }
  return text;
}

/// Empty of a GPU of no make in particular.
std::string_view architecture_of(const DeviceTraits& traits) {
  const auto gpus = known_gpu_table();
  const auto known = std::ranges::find(gpus, traits.name, &KnownGpu::name);
  return known == gpus.end() ? "" : known->architecture;
}

}  // namespace

std::string explain_kernels(const AnyWork& work, std::string_view gpu, std::string_view language) {
  DeviceTraits traits = limited_gpu_traits(gpu);
  take_features(traits, driver_of_language(language).features(architecture_of(traits)));
  const auto text = [&](const LaunchPlan& launches, const std::string& plan) {
    return fmt::format("{} on {}\n{}\n{}", text_of(work), gpu, plan,
                       kernels_text(launches, language));
  };
  if (const auto problem = ranked_convolution(work, traits)) {
    const Plan plan = plan_convolution(*problem, traits);
    return text(std::get<LaunchPlan>(plan.geometry), to_string(plan));
  }
  const LaunchPlan plan = plan_launches(work, traits);
  return text(plan, to_string(plan));
}

}  // namespace fftcore
