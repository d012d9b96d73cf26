// SPDX-License-Identifier: LGPL-2.1-or-later
// The rules for CPUs (rule.h), and the sizes of transform that they take.
#pragma once

#include <cstdint>
#include <span>

#include "rule.h"

namespace fftcore {

/// The table: every rule for CPUs, one a file.
std::span<const Rule> cpu_rules();

Offer offer_tiles(const Convolution& convolution, const DeviceTraits& traits);  // tile.cpp
Offer offer_partitions(const Convolution& convolution,
                       const DeviceTraits& traits);  // partitions.cpp
Offer offer_three_passes(const Convolution& convolution,
                         const DeviceTraits& traits);  // three_pass.cpp
Offer offer_five_passes(const Convolution& convolution,
                        const DeviceTraits& traits);  // five_pass.cpp

/// Points of a transform of a whole frame or volume, no fewer than `least`, that takes the least
/// time. Rows are even, so that every engine's real transform can do them.
Extent whole_transform(Extent least);

}  // namespace fftcore
