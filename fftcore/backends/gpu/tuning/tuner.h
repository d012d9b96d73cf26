// SPDX-License-Identifier: LGPL-2.1-or-later
// Which of a Convolution's plans a device runs the fastest: measured once, and remembered beside
// the compiled kernels.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "device.h"
#include "device_traits.h"
#include "fftcore/convolution.h"
#include "kernel_cache.h"
#include "plan.h"
#include "tuning.h"

namespace fftcore {

/// The plan to use of several for a Convolution, which are ranked from the cheapest: the one
/// remembered as the fastest, else the one that a bundle has compiled kernels for, else the
/// cheapest. With Tuning::everything, where none is remembered, a few are measured and the fastest
/// is remembered. With Tuning::none memory is left alone. One thread of the process measures at a
/// time. The log (topic `plan`) says what was done, the plan's `measured` why.
Plan choose_plan(const Convolution& problem, std::vector<Plan> ranked, const DeviceTraits& traits,
                 Device& device, KernelCache& memory, Tuning tuning);

/// What a choice is remembered by: device, architecture, compiler, what the planner was told of the
/// device, library, Convolution and FFTCORE_PLAN.
CacheKey tuning_key(const Convolution& problem, const DeviceTraits& traits,
                    const DeviceInfo& device);

/// What a plan in a bundle is found by: its content is the plan's name alone.
CacheKey compiled_plan_key(const Convolution& problem, const DeviceTraits& traits,
                           std::string_view architecture);

/// The plan that was remembered as the fastest on the device; nothing where none was.
std::optional<Plan> recall_fastest(const std::vector<Plan>& ranked, const CacheKey& key,
                                   KernelCache& memory);

/// What is remembered: a plan's name (name_of) and its measurement.
struct Remembered {
  std::string name;
  Measurement measured;

  bool operator==(const Remembered&) const = default;
};
std::string to_string(const Remembered& remembered);
/// What to_string() wrote; nothing where it is no such text.
std::optional<Remembered> parse_remembered(std::string_view text);

}  // namespace fftcore
