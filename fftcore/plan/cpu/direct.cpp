// SPDX-License-Identifier: LGPL-2.1-or-later
// Sums of samples times taps, for taps that are few.
#include "cpu_rules.h"
#include "direct_plan.h"

namespace fftcore {

Offer offer_direct(const Convolution& convolution, const DeviceTraits& traits) {
  if (std::string reason = needs_exact_spectrum(convolution); !reason.empty())
    return {{}, std::move(reason)};
  if (std::string reason = not_direct(convolution); !reason.empty()) return {{}, std::move(reason)};
  Plan plan = direct_plan(convolution, 0, traits);
  plan.rule = "direct";
  return {{std::move(plan)}, {}};
}

}  // namespace fftcore
