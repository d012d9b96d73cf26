// SPDX-License-Identifier: LGPL-2.1-or-later
// What the rules for GPUs share: from lists of launches to plans with a cost.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "launch_plan.h"
#include "no_plan.h"
#include "packing.h"
#include "rule.h"

namespace fftcore {

/// The offer of one rule for one convolution, which must outlive it.
class GpuOffer {
 public:
  GpuOffer(std::string_view rule, const Convolution& convolution, const DeviceTraits& traits)
      : rule_(rule), convolution_(convolution), traits_(traits) {}

  /// Adds a plan of these launches, or remembers why there are none. Launches that are there
  /// already, as name_of() tells, count once.
  void add(Planned<LaunchPlan> launches, Packing packing);
  /// Likewise of launches that pack nothing, since they do not transform.
  void add(Planned<LaunchPlan> launches) { add(std::move(launches), std::string_view()); }
  /// All plans that were added, or the last reason why there is none.
  Offer all() &&;

 private:
  void add(Planned<LaunchPlan> launches, std::string_view variant);

  std::string_view rule_;
  const Convolution& convolution_;
  const DeviceTraits& traits_;
  std::vector<Plan> plans_;
  std::string reason_;
};

/// Nanoseconds of one run, a guess.
double run_cost_ns(const Convolution& convolution, const LaunchPlan& launches,
                   const DeviceTraits& traits);

/// Empty, or why GPU kernels cannot count a Convolution's samples.
std::string too_many_samples(const Convolution& convolution);

}  // namespace fftcore
