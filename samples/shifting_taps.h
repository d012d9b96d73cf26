// SPDX-License-Identifier: LGPL-2.1-or-later
// Taps that move an image by parts of a pixel.
#pragma once

#include "fftcore/taps.h"

namespace samples {

/// Taps that move an image by (dx, dy) pixels, parts of pixels too, by Lanczos' window of 3 lobes.
/// They are 7 x 7 up to 1 pixel.
fftcore::Taps shifting_taps(double dx, double dy);

}  // namespace samples
