// SPDX-License-Identifier: LGPL-2.1-or-later
#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <map>
#include <utility>

#include "beside_others.h"
#include "bundle.h"
#include "drivers.h"
#include "fftcore/error.h"
#include "fftcore/kernels.h"
#include "fftcore/work.h"
#include "gpu_target.h"
#include "kernel_cache.h"
#include "launch_kernel.h"
#include "planner.h"
#include "tuner.h"

namespace fftcore {
namespace {

struct Code {
  CacheKey key;
  std::string binary;
  bool is_new = false;  // compiled now
};

Code code_of(const PlannedLaunch& launch, const TargetCompiler& compiler,
             const std::string& architecture) {
  const ast::Kernel kernel = launch_kernel(launch.spec).kernel;
  const std::string source = compiler.source_of(kernel);
  Code code{compiler.key_of(source, architecture), {}};
  KernelCache& cache = KernelCache::shared();
  if (auto kept = cache.find(code.key)) {
    code.binary = *std::move(kept);
    return code;
  }
  code.binary = compiler.compile(kernel.name, source, architecture);
  code.is_new = true;
  cache.put(code.key, code.binary);
  return code;
}

/// The launches for a work, and the plan's name where there are several plans.
struct Chosen {
  LaunchPlan launches;
  std::map<std::string, std::string> plans;  // entries of the bundle
};

Chosen choose(const AnyWork& work, const DeviceTraits& traits, const DeviceInfo& info) {
  const auto problem = ranked_convolution(work, traits);
  if (!problem) return {plan_launches(work, traits), {}};
  const std::vector<Plan> ranked = rank_plans(*problem, traits);
  const auto fastest =
      recall_fastest(ranked, tuning_key(*problem, traits, info), KernelCache::shared());
  const Plan& plan = fastest ? *fastest : ranked.front();
  return {std::get<LaunchPlan>(plan.geometry),
          {{compiled_plan_key(*problem, traits, info.architecture).text(), name_of(plan)}}};
}

}  // namespace

struct KernelBundle::Contents {
  BundleContents bundle;
};

KernelBundle::KernelBundle() : contents_(std::make_unique<Contents>()) {}
KernelBundle::~KernelBundle() = default;

KernelBundle::Added KernelBundle::add(std::string_view text, const GpuTarget& gpu) {
  const TargetCompiler& compiler = *driver_for(gpu.architecture).compiler;
  const DeviceInfo info = info_of(gpu);
  Chosen chosen = choose(parse_work(text), traits_of(info), info);

  std::vector<std::future<Code>> coming;
  for (const LaunchPlan* plan : all_of(chosen.launches))
    for (const auto* part : {&plan->run, &plan->run_unaligned, &plan->set_taps, &plan->prepare})
      for (const PlannedLaunch& launch : *part)
        coming.push_back(beside_others(
            [&launch, &compiler, &gpu] { return code_of(launch, compiler, gpu.architecture); }));
  for (const auto& one : coming) one.wait();  // all of them, before any throws
  std::map<std::string, std::string> entries = std::move(chosen.plans);
  Added added;
  for (auto& one : coming) {
    Code code = one.get();
    added.compiled += code.is_new ? 1 : 0;
    if (entries.emplace(code.key.text(), std::move(code.binary)).second) ++added.kernels;
  }
  const std::string target = to_string(gpu);
  auto& targets = contents_->bundle.targets;
  if (std::ranges::find(targets, target) == targets.end()) targets.push_back(target);
  contents_->bundle.entries.merge(entries);
  return added;
}

void KernelBundle::check(std::string_view work) {
  parse_work(work);
}

std::string KernelBundle::bytes() const {
  return bundle_bytes(contents_->bundle);
}

void load_kernels(std::string bytes) {
  KernelCache::shared().add(std::make_shared<const Bundle>(std::move(bytes)));
}

}  // namespace fftcore
