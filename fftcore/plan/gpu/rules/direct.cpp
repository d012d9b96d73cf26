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
/// Likewise where a block has all channels of its pixels, and a thread the sums of all.
constexpr std::array kStripsOfPixels = {Strips{16, 4}, Strips{32, 4}, Strips{16, 2}};
/// Taps that a thread has registers for beside those.
constexpr std::int64_t kTapsBesidePixels = 30;

}  // namespace

Offer offer_gpu_direct(const Convolution& convolution, const DeviceTraits& traits) {
  if (std::string reason = direct_obstacle(convolution, kMostDirectTaps); !reason.empty())
    return {{}, std::move(reason)};
  GpuOffer offer("direct", convolution, traits);
  const auto rows_of_taps = [&](std::int64_t taps) {
    return std::clamp<std::int64_t>(taps / convolution.taps.columns, 1, convolution.taps.rows);
  };
  const std::int64_t rows = convolution.output.rows.extent,
                     tap_rows = rows_of_taps(kTapsInRegisters),
                     tap_rows_of_pixels = rows_of_taps(kTapsBesidePixels);
  for (const Strips strips : kStrips)
    if (strips.rows == 1 ? rows < kStripColumns : rows >= strips.rows)
      offer.add(direct_launches(
          convolution, DirectBody::taps,
          {strips.tile_rows, strips.rows, strips.tile_rows / strips.rows * kStripsAcross,
           static_cast<int>(tap_rows)},
          0, traits));
  const bool has_matrices = traits.has_matrices && are_exact_halves(convolution);
  const auto add_matrices = [&](int pixel) {
    for (const int phases : {2, 1})
      offer.add(direct_launches(convolution, DirectBody::matrices,
                                {kMatrixRows * phases, phases, kMatrixThreads * kMatrixWarps, 1}, 0,
                                traits, pixel));
  };
  if (has_matrices) add_matrices(1);
  const int pixel = pixel_of(convolution);
  if (pixel == 1) return std::move(offer).all();
  if (has_matrices) add_matrices(pixel);
  for (const Strips strips : kStripsOfPixels)
    if (rows >= strips.rows)
      offer.add(direct_launches(
          convolution, DirectBody::taps,
          {strips.tile_rows, strips.rows, strips.tile_rows / strips.rows * kStripsAcross,
           static_cast<int>(tap_rows_of_pixels)},
          0, traits, pixel));
  return std::move(offer).all();
}

}  // namespace fftcore
