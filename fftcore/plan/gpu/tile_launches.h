// SPDX-License-Identifier: LGPL-2.1-or-later
// Convolution -> one launch on a GPU: tiles of the image that stay on the chip from pixels to
// pixels.
#pragma once

#include <array>

#include "convolution_launches.h"

namespace fftcore {

/// Sides of tiles that there are shapes for.
inline constexpr std::array kTileSides = {64, 96, 128};

/// One launch, tiles of side x side (overlap-save on the chip). Images whose channels do not mix,
/// one kernel a frame.
ConvolutionOffer tile_launches(const Convolution& problem, Packing halves, int side,
                               const DeviceTraits& traits);

}  // namespace fftcore
