// SPDX-License-Identifier: LGPL-2.1-or-later
#include "peak_launches.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

namespace fftcore {
namespace {

/// Threads of the one block that looks for a template's peaks: enough to have many loads under way,
/// few enough that barriers are short.
constexpr int kSearchThreads = 512;

int threads_for(int wanted, const DeviceTraits& traits) {
  return static_cast<int>(
      std::bit_floor(static_cast<unsigned>(std::clamp(traits.block_threads, 32, wanted))));
}

}  // namespace

Planned<SurfaceGeometry> surface_geometry(const PeakRules& rules) {
  const Extent surface = rules.surface;
  if (rules.surfaces * surface.rows * surface.columns > std::numeric_limits<std::int32_t>::max())
    return NoPlan{
        fmt::format("there are {} surfaces of {}x{} scores, and kernels count up to 2^31. Search "
                    "for fewer templates at once",
                    rules.surfaces, surface.rows, surface.columns)};
  return SurfaceGeometry{static_cast<int>(surface.rows), static_cast<int>(surface.columns),
                         static_cast<int>(rules.radius) + 1, static_cast<int>(rules.surfaces)};
}

void add_peak_launches(LaunchPlan& plan, const SurfaceGeometry& surface, const PeakRules& rules,
                       const DeviceTraits& traits) {
  PeakSpec spec;
  spec.surface = surface;
  spec.radius = static_cast<int>(rules.radius);
  spec.peaks = static_cast<int>(rules.looked_for());
  spec.wraps = rules.wraps;
  constexpr std::int64_t kPairBytes = 2 * sizeof(float);
  plan.bytes_of(Place::candidates) = spec.surface.all_rows() * spec.surface.cells() * kPairBytes;
  plan.bytes_of(Place::row_bests) = spec.surface.all_rows() * kPairBytes;
  plan.bytes_of(Place::found) = std::int64_t{spec.surface.templates} * spec.peaks * kFoundFloats *
                                static_cast<std::int64_t>(sizeof(float));
  spec.name = "peaks";
  spec.threads = threads_for(kSearchThreads, traits);
  plan.run.push_back({spec, Place::output, Place::found});
}

}  // namespace fftcore
