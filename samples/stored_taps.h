// SPDX-License-Identifier: LGPL-2.1-or-later
// Taps for images whose pixels are not turned.
#pragma once

#include "fftcore/taps.h"

namespace samples {

/// Taps that do to an image as it lies in its file what `taps` do to the upright one. Sides become
/// odd, since the centre of even ones is on one side of the middle.
fftcore::Taps as_stored(const fftcore::Taps& taps, int orientation);

}  // namespace samples
