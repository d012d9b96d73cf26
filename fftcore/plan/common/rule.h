// SPDX-License-Identifier: LGPL-2.1-or-later
// A rule is one algorithm for convolutions on one kind of device. It says by which plans a
// convolution could be done, or why it has none; the planner (planner.h) weighs what all rules say.
// The tables of rules are cpu/cpu_rules.cpp and gpu/rules/gpu_rules.cpp.
#pragma once

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

/// Why a rule whose transforms are padded does not do a convolution, or empty.
inline std::string needs_exact_spectrum(const Convolution& convolution) {
  if (convolution.spectrum.empty()) return {};
  return "its transforms are not of the image's own extents, which the spectrum's formula is of";
}

struct Rule {
  std::string_view name;  ///< what FFTCORE_PLAN calls it, and Plan::rule
  Offer (*offer)(const Convolution& convolution, const DeviceTraits& traits);
  std::string_view other_name = {};  ///< what FFTCORE_PLAN may call it too
};

}  // namespace fftcore
