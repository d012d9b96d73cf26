// SPDX-License-Identifier: LGPL-2.1-or-later
// Convolution -> Plans, cheapest first: every rule makes an offer.
// FFTCORE_PLAN=tile|three-pass|five-pass|half-spectrum leaves only the rule named.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "device_traits.h"
#include "plan.h"

namespace fftcore {

/// A rule's plans, cheapest first, or the reason why it has none.
struct Offer {
  std::vector<Plan> plans;
  std::string reason;
};

struct Rule {
  std::string_view name;
  DeviceKind kind;
  Offer (*offer)(const Convolution& problem, const DeviceTraits& traits);
};

// One a file, rule_*.cpp.
Offer offer_tile(const Convolution& problem, const DeviceTraits& traits);
Offer offer_three_pass(const Convolution& problem, const DeviceTraits& traits);
Offer offer_gpu_passes(const Convolution& problem, const DeviceTraits& traits);
Offer offer_gpu_half_spectrum(const Convolution& problem, const DeviceTraits& traits);
Offer offer_gpu_tile(const Convolution& problem, const DeviceTraits& traits);
Offer offer_five_pass(const Convolution& problem, const DeviceTraits& traits);

/// All of them; those of the device's kind are weighed.
std::span<const Rule> rules();

/// All plans, cheapest first, their names (name_of) all different. Validates, weighs and logs
/// (topic `plan`). Throws Unsupported with every rule's reason where none has a plan.
std::vector<Plan> rank_plans(const Convolution& problem, const DeviceTraits& traits);

/// The first of them.
Plan plan_problem(const Convolution& problem, const DeviceTraits& traits);

/// All plans, one a line, and the cheapest as a whole.
std::string describe_choice(const Convolution& problem, const DeviceTraits& traits);

}  // namespace fftcore
