// SPDX-License-Identifier: LGPL-2.1-or-later
// The rules for GPUs (rule.h).
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>

#include "rule.h"

namespace fftcore {

/// The table: every rule for GPUs, one a file.
std::span<const Rule> gpu_rules();

/// The cheapest plan of all rules but these.
std::optional<Plan> cheapest_of_others(std::initializer_list<std::string_view> rules,
                                       const Convolution& convolution, const DeviceTraits& traits);

Offer offer_gpu_direct(const Convolution& convolution, const DeviceTraits& traits);  // direct.cpp
Offer offer_gpu_separable(const Convolution& convolution,
                          const DeviceTraits& traits);                              // separable.cpp
Offer offer_gpu_bands(const Convolution& convolution, const DeviceTraits& traits);  // bands.cpp
Offer offer_gpu_tiles(const Convolution& convolution, const DeviceTraits& traits);  // tile.cpp
Offer offer_gpu_half_tiles(const Convolution& convolution,
                           const DeviceTraits& traits);  // half_tile.cpp
Offer offer_gpu_passes(const Convolution& convolution,
                       const DeviceTraits& traits);  // axis_passes.cpp
Offer offer_gpu_half_spectrum(const Convolution& convolution,
                              const DeviceTraits& traits);  // half_spectrum.cpp

}  // namespace fftcore
