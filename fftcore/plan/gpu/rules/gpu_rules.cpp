// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gpu_rules.h"

#include <algorithm>
#include <array>
#include <utility>

namespace fftcore {
namespace {

// `passes` are three for images whose lines fit a block, and were called so.
constexpr std::array kRules = {Rule{"direct", offer_gpu_direct},
                               Rule{"separable", offer_gpu_separable},
                               Rule{"bands", offer_gpu_bands},
                               Rule{"tile", offer_gpu_tiles},
                               Rule{"half-tile", offer_gpu_half_tiles},
                               Rule{"passes", offer_gpu_passes, "three-pass"},
                               Rule{"half-spectrum", offer_gpu_half_spectrum}};

}  // namespace

std::span<const Rule> gpu_rules() {
  return kRules;
}

std::optional<Plan> cheapest_of_others(std::initializer_list<std::string_view> rules,
                                       const Convolution& convolution, const DeviceTraits& traits) {
  std::optional<Plan> best;
  for (const Rule& rule : kRules) {
    if (std::ranges::find(rules, rule.name) != rules.end()) continue;
    Offer offer = rule.offer(convolution, traits);
    if (!offer.plans.empty() && (!best || offer.plans.front().cost_ns < best->cost_ns))
      best = std::move(offer.plans.front());
  }
  return best;
}

}  // namespace fftcore
