// SPDX-License-Identifier: LGPL-2.1-or-later
// Launches that make a chirp and its spectrum on the device, once, for lines that are convolved
// with it by several launches. A host would take minutes for long ones.
#pragma once

#include <cstdint>

#include "device_traits.h"
#include "launch_plan.h"
#include "transform_pass.h"

namespace fftcore {

/// Where they lie in Place::spectrum.
struct ChirpArrays {
  Strides spectrum;        ///< of rows of the pass's last launch; the same for all of its lines
  std::int64_t chirp = 0;  ///< the chirp's first element
};

/// Adds the launches, and room for what they make, behind what others have.
ChirpArrays add_chirp_launches(LaunchPlan& plan, const TransformPass& pass,
                               const DeviceTraits& traits);

}  // namespace fftcore
