// SPDX-License-Identifier: LGPL-2.1-or-later
// The launches of a case, planned without a device.
#pragma once

#include <string>
#include <vector>

#include "device_traits.h"
#include "kernel_case.h"
#include "launch_plan.h"

namespace kernels {

/// The GPU that the suite `opencl` plans for, and that cases without limits are planned for here.
inline constexpr const char* kUsualTraits = "sm_90";

/// Traits of a case; `usual` where it names none. Matrices are there for the cases that need them.
fftcore::DeviceTraits traits_of(const KernelCase& one, const std::string& usual = kUsualTraits);

/// What is launched when the case is run; nothing where its list has it in vain: the rule has no
/// plan, or the convolution is refused.
std::vector<fftcore::LaunchSpec> launches_of(const KernelCase& one,
                                             const fftcore::DeviceTraits& traits);

}  // namespace kernels
