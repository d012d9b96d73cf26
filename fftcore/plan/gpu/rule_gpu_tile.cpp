// SPDX-License-Identifier: LGPL-2.1-or-later
// Tiles that stay on the chip: one launch, the image read once and written once. For kernels that
// leave most of a tile useful.
#include "bank.h"
#include "gpu_offer.h"
#include "tile_launches.h"

namespace fftcore {

Offer offer_gpu_tile(const Convolution& problem, const DeviceTraits& traits) {
  if (std::string reason = too_many_samples(problem); !reason.empty())
    return {{}, std::move(reason)};
  const Extent out = problem.output.extent();
  if (out.slices > 1 || problem.taps.slices > 1 || problem.input.slices.extent > 1)
    return {{}, "it has three dimensions"};
  if (mixed_channels(problem) > 1) return {{}, "it mixes channels"};
  if (filters_of_frame(problem, 0).count > 1)
    return {{}, "of several kernels each would transform the frame anew"};
  GpuOffer offer("tile", problem, traits);
  for (const Packing halves : possible_packings(out))
    if (halves != Packing::none || (out.rows == 1 && out.columns == 1))
      for (const int side : kTileSides)
        offer.weigh(tile_launches(problem, halves, side, traits), halves);
  return std::move(offer).all();
}

}  // namespace fftcore
