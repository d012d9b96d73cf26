// SPDX-License-Identifier: LGPL-2.1-or-later
// Few taps, summed up directly in one launch: no transforms, the image read once and written once.

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "direct_launches.h"
#include "gpu_offer.h"
#include "gpu_rules.h"

namespace fftcore {
namespace {

/// Most taps a side. Beyond, transforms are faster by far.
constexpr std::int64_t kMostDirectTaps = 15;
/// Taps that a thread has registers for beside its sums: of 49 compilers spill some.
constexpr std::int64_t kTapsInRegisters = 42;

/// Rows of tiles and of strips that are offered: few for small images.
struct Strips {
  int tile_rows, rows;
};
constexpr std::array kStrips = {Strips{32, 8}, Strips{64, 8}, Strips{16, 4}, Strips{32, 4},
                                Strips{1, 1}};

}  // namespace

Offer offer_gpu_direct(const Convolution& convolution, const DeviceTraits& traits) {
  if (std::string reason = direct_obstacle(convolution, kMostDirectTaps); !reason.empty())
    return {{}, std::move(reason)};
  GpuOffer offer("direct", convolution, traits);
  const std::int64_t rows = convolution.output.rows.extent,
                     tap_rows = std::clamp<std::int64_t>(
                         kTapsInRegisters / convolution.taps.columns, 1, convolution.taps.rows);
  for (const Strips strips : kStrips)
    if (strips.rows == 1 ? rows < kStripColumns : rows >= strips.rows)
      offer.add(direct_launches(
          convolution, DirectBody::taps,
          {strips.tile_rows, strips.rows, strips.tile_rows / strips.rows * kStripsAcross,
           static_cast<int>(tap_rows)},
          0, traits));
  if (traits.has_matrices && are_exact_halves(convolution))
    for (const int phases : {2, 1})
      offer.add(direct_launches(convolution, DirectBody::matrices,
                                {kMatrixRows * phases, phases, kMatrixThreads * kMatrixWarps, 1}, 0,
                                traits));
  return std::move(offer).all();
}

}  // namespace fftcore
