// SPDX-License-Identifier: LGPL-2.1-or-later
// Taps that are a product of a column and a row, as band matrices, in one launch. Plans are made
// before taps and gain are known. So there is another one for taps that are no such product, and
// for gains that would show what halves leave out.

#include <fmt/format.h>

#include <array>
#include <optional>
#include <string>
#include <utility>

#include "ceil_div.h"
#include "direct_launches.h"
#include "gpu_offer.h"
#include "gpu_rules.h"

namespace fftcore {
namespace {

/// Most taps a side: as many as threads have registers for what lies between rows and columns.
constexpr std::int64_t kMostBandTaps = 127, kMostRealBandTaps = 95;
/// Of a block; and how many times kBandColumns outputs of a row each has. Of pixels it has fewer,
/// of all channels.
constexpr int kWarps = 4, kPairs = 2, kWarpsOfPixels = 8, kPairsOfPixels = 1;
/// Parts that images are cut in from top to bottom: each begins with rows that the one before has
/// too.
constexpr std::array<std::int64_t, 11> kParts = {1, 2, 3, 4, 6, 8, 12, 16, 20, 24, 32};

std::string real_bands_obstacle(const Convolution& convolution, const DeviceTraits& traits) {
  if (!traits.has_real_matrices)
    return fmt::format(
        "{} has no matrices of TF32, and samples that are not u8, less a whole bias, "
        "need them",
        traits.name);
  if (!loads_quads(convolution)) return "four samples of a row cannot be loaded at once";
  return direct_obstacle(convolution, kMostRealBandTaps);
}

std::string bands_obstacle(const Convolution& convolution, const DeviceTraits& traits) {
  if (!traits.has_matrices) return fmt::format("{} has no matrices", traits.name);
  if (!are_exact_halves(convolution)) return real_bands_obstacle(convolution, traits);
  if (convolution.edge == EdgeMode::constant && (convolution.bias < 0 || convolution.bias > 255))
    return "samples beyond the edges are no bytes";
  if (convolution.input.columns.stride != 1 && pixel_of(convolution) == 1)
    return "samples of a row do not lie side by side, nor in pixels that can be loaded whole";
  return direct_obstacle(convolution, kMostBandTaps);
}

}  // namespace

Offer offer_gpu_bands(const Convolution& convolution, const DeviceTraits& traits) {
  if (std::string reason = bands_obstacle(convolution, traits); !reason.empty())
    return {{}, std::move(reason)};
  const std::optional<Plan> other = cheapest_of_others({"bands"}, convolution, traits);
  if (!other) return {{}, "no other rule has a plan for taps that are no product"};
  GpuOffer offer("bands", convolution, traits);
  const std::int64_t slabs = ceil_div(convolution.output.rows.extent, std::int64_t{kSlabRows});
  const bool is_real = !are_exact_halves(convolution);
  const int pixel = is_real ? 1 : pixel_of(convolution);
  const auto add = [&](int warps, int pairs) {
    for (const std::int64_t parts : kParts) {
      const auto rows = static_cast<int>(ceil_div(slabs, parts)) * kSlabRows;
      auto launches =
          direct_launches(convolution, is_real ? DirectBody::real_bands : DirectBody::bands,
                          {rows, pairs, kMatrixThreads * warps, 1}, 1, traits, pixel);
      if (launches) launches->otherwise = {std::get<LaunchPlan>(other->geometry)};
      offer.add(std::move(launches));
    }
  };
  if (pixel > 1) {
    add(kWarpsOfPixels, kPairsOfPixels);
  } else {
    add(kWarps, kPairs);
    // Narrower tiles of real numbers: more blocks, for one image.
    if (is_real) add(kWarps, 1);
  }
  return std::move(offer).all();
}

}  // namespace fftcore
