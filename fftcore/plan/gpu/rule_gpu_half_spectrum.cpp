// SPDX-License-Identifier: LGPL-2.1-or-later
// A convolution by the three stages that can also be had one by one (half_spectrum_launches.h), to
// the same bits.
#include <algorithm>

#include "gpu_offer.h"
#include "half_spectrum_launches.h"

namespace fftcore {

Offer offer_gpu_half_spectrum(const Convolution& problem, const DeviceTraits& traits) {
  if (std::string reason = too_many_samples(problem); !reason.empty())
    return {{}, std::move(reason)};
  GpuOffer offer("half-spectrum", problem, traits);
  offer.weigh(half_spectrum_launches(problem, traits), Packing::half_spectrum);
  Offer all = std::move(offer).all();
  // The cost model was fitted to the other plans. Until measured, this one is not taken for a
  // better one than they are.
  const Offer others = offer_gpu_passes(problem, traits);
  if (!others.plans.empty())
    for (Plan& plan : all.plans)
      plan.cost_ns = std::max(plan.cost_ns, others.plans.front().cost_ns);
  return all;
}

}  // namespace fftcore
