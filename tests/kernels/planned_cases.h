// SPDX-License-Identifier: LGPL-2.1-or-later
// All cases of the lists with their launches, planned without a device.
#pragma once

#include <vector>

#include "kernel_case.h"
#include "launch_plan.h"

namespace kernels {

struct PlannedCase {
  KernelCase one;
  std::vector<fftcore::LaunchSpec> launches;
};

/// All that have launches, once each.
const std::vector<PlannedCase>& planned_cases();

}  // namespace kernels
