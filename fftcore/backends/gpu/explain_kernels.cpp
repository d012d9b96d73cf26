// SPDX-License-Identifier: LGPL-2.1-or-later
#include <fmt/format.h>

#include <algorithm>

#include "drivers.h"
#include "fftcore/explain.h"
#include "gpu_target.h"
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

template <class Work>
std::string explained(const Work& work, std::string_view gpu, std::string_view language) {
  const LaunchPlan plan = plan_launches(work, limited_gpu_traits(gpu));
  return fmt::format("{} on {}\n{}\n{}", to_string(work), gpu, to_string(plan),
                     kernels_text(plan, language));
}

}  // namespace

std::string explain_kernels(const Convolution& problem, std::string_view gpu,
                            std::string_view language) {
  DeviceTraits traits = limited_gpu_traits(gpu);
  take_features(traits, driver_of_language(language).features(architecture_of(traits)));
  const Plan plan = plan_convolution(problem, traits);
  return fmt::format("{} on {}\n{}\n{}", to_string(problem), gpu, to_string(plan),
                     kernels_text(std::get<LaunchPlan>(plan.geometry), language));
}

std::string explain_kernels(const Transform& transform, std::string_view gpu,
                            std::string_view language) {
  return explained(transform, gpu, language);
}

std::string explain_kernels(const TemplateMatching& matching, std::string_view gpu,
                            std::string_view language) {
  return explained(matching, gpu, language);
}

std::string explain_kernels(const PhaseCorrelation& correlation, std::string_view gpu,
                            std::string_view language) {
  return explained(correlation, gpu, language);
}

std::string explain_kernels(const Denoise& denoise, std::string_view gpu,
                            std::string_view language) {
  return explained(denoise, gpu, language);
}

}  // namespace fftcore
