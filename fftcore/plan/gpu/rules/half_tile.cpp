// SPDX-License-Identifier: LGPL-2.1-or-later
// Tiles whose transforms are products of matrices of halves, in one launch (Precision::fast): the
// image is read once and written once, and spectra stay on the chip.

#include <fmt/format.h>

#include <string>
#include <utility>

#include "direct_launches.h"
#include "gpu_offer.h"
#include "gpu_rules.h"

namespace fftcore {
namespace {

/// Most taps a side: they leave half of a tile.
constexpr std::int64_t kMostTileTaps = kTransformSide / 2 + 1;

std::string half_tile_obstacle(const Convolution& convolution, const DeviceTraits& traits) {
  if (convolution.precision != Precision::fast) return "its spectra are halves (precision=fast)";
  if (!traits.has_matrices) return fmt::format("{} has no matrices", traits.name);
  if (!are_exact_halves(convolution)) return "its samples are u8, less a whole bias";
  return direct_obstacle(convolution, kMostTileTaps);
}

}  // namespace

Offer offer_gpu_half_tiles(const Convolution& convolution, const DeviceTraits& traits) {
  if (std::string reason = half_tile_obstacle(convolution, traits); !reason.empty())
    return {{}, std::move(reason)};
  const int rows = kTransformSide - static_cast<int>(convolution.taps.rows) + 1;
  GpuOffer offer("half-tile", convolution, traits);
  offer.add(direct_launches(convolution, DirectBody::transforms,
                            {rows, 1, kMatrixThreads * kTransformWarps, 1}, 0, traits));
  return std::move(offer).all();
}

}  // namespace fftcore
