// SPDX-License-Identifier: LGPL-2.1-or-later
// A kernel of a TileSpec: a whole convolution of an image, tile by tile.
#pragma once

#include "generated_kernel.h"
#include "tile_spec.h"

namespace fftcore {

/// Throws InvalidArgument where the values contradict each other.
GeneratedKernel tile_kernel(const TileSpec& spec);

}  // namespace fftcore
