// SPDX-License-Identifier: LGPL-2.1-or-later
// GpuTargets, DeviceInfos and DeviceTraits: what is compiled for, what a device says, and what the
// planner is told.
#pragma once

#include <string>

#include "device.h"
#include "device_traits.h"
#include "fftcore/kernels.h"

namespace fftcore {

/// What the planner is told of the device, unless FFTCORE_TRAITS names another.
DeviceTraits traits_of(const DeviceInfo& info);

/// What the device says.
GpuTarget target_of(const DeviceInfo& info);
/// A device as it would say. Throws InvalidArgument where no driver has that architecture.
DeviceInfo info_of(const GpuTarget& target);
/// Has the planner use what kernels may use.
void take_features(DeviceTraits& traits, const KernelFeatures& features);

/// What to run where a compiler is, so that such a device has the kernels that the work takes.
std::string compile_advice(std::string_view work, const DeviceInfo& info);

}  // namespace fftcore
