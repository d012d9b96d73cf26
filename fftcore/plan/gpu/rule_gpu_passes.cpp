// SPDX-License-Identifier: LGPL-2.1-or-later
// A pass over memory for each axis there and back, the middle ones in one: convolution_launches.h.
#include "even_odd_launches.h"
#include "gpu_offer.h"

namespace fftcore {

Offer offer_gpu_passes(const Convolution& problem, const DeviceTraits& traits) {
  if (std::string reason = too_many_samples(problem); !reason.empty())
    return {{}, std::move(reason)};
  GpuOffer offer("three-pass", problem, traits);
  for (const Packing halves : possible_packings(problem.output.extent())) {
    offer.weigh(convolution_launches(problem, halves, false, traits), halves);
    if (problem.edge == EdgeMode::wrap)
      offer.weigh(convolution_launches(problem, halves, true, traits), halves);
  }
  if (auto even_odd = even_odd_launches(problem, traits); even_odd.plan)
    offer.weigh(std::move(even_odd), Packing::even_odd);
  return std::move(offer).all();
}

}  // namespace fftcore
