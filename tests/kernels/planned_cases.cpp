// SPDX-License-Identifier: LGPL-2.1-or-later
#include "planned_cases.h"

#include <set>
#include <string>
#include <utility>

#include "case_launches.h"
#include "case_list.h"

namespace kernels {
namespace {

/// On OpenCL, and where CUDA's matrices make a difference there too.
std::vector<fftcore::LaunchSpec> all_launches_of(const KernelCase& one) {
  fftcore::DeviceTraits traits = traits_of(one);
  std::vector<fftcore::LaunchSpec> all = launches_of(one, traits);
  if (one.kind == "direct") {
    traits.has_matrices = true;
    for (fftcore::LaunchSpec& launch : launches_of(one, traits)) all.push_back(std::move(launch));
  }
  return all;
}

}  // namespace

const std::vector<PlannedCase>& planned_cases() {
  static const std::vector<PlannedCase> all = [] {
    std::vector<PlannedCase> cases;
    std::set<std::string> seen;
    for (const KernelCase& one : case_list()) {
      if (!seen.insert(to_string(one)).second) continue;
      PlannedCase planned{one, all_launches_of(one)};
      if (!planned.launches.empty()) cases.push_back(std::move(planned));
    }
    return cases;
  }();
  return all;
}

}  // namespace kernels
