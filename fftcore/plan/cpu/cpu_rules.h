// SPDX-License-Identifier: LGPL-2.1-or-later
// The rules for CPUs (rule.h), and the sizes of transform that they take.
#pragma once

#include <cstdint>
#include <span>

#include "rule.h"

namespace fftcore {

/// The table: every rule for CPUs, one a file.
std::span<const Rule> cpu_rules();

Offer offer_direct(const Convolution& convolution, const DeviceTraits& traits);     // direct.cpp
Offer offer_separable(const Convolution& convolution, const DeviceTraits& traits);  // separable.cpp
Offer offer_tiles(const Convolution& convolution, const DeviceTraits& traits);      // tile.cpp
Offer offer_partitions(const Convolution& convolution,
                       const DeviceTraits& traits);  // partitions.cpp
Offer offer_three_passes(const Convolution& convolution,
                         const DeviceTraits& traits);  // three_pass.cpp
Offer offer_five_passes(const Convolution& convolution,
                        const DeviceTraits& traits);  // five_pass.cpp

/// Adds to a plan for any taps what few outer products take instead, where that costs less.
void add_low_rank(const Convolution& convolution, const DeviceTraits& traits,
                  Plan& plan);  // separable.cpp

/// Points of a transform of a whole frame or volume, no fewer than `least`, that takes the least
/// time. Rows are even, so that every engine's real transform can do them.
Extent whole_transform(Extent least);

}  // namespace fftcore
