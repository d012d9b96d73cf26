// SPDX-License-Identifier: LGPL-2.1-or-later
// Taps that move a picture.
#pragma once

#include "camera_path.h"
#include "fftcore/taps.h"

namespace fftcore::gst::stabilize {

/// Taps for shifts of up to `limit` pixels along each axis (rows: y).
Extent shift_extent(Vector limit);

/// Fills `taps`, whose extent is that of shift_extent(), so that Operation::convolve moves the
/// picture by `shift`: y[n] = x[n - shift], between pixels by a Lanczos window of 8 samples along
/// each axis, whose taps are divided by their sum so that brightness stays. `shift` must be within
/// the limit. Whole pixels are a single tap of 1. Takes no memory where `taps` has been filled
/// before.
void fill_shift(Taps& taps, Vector shift);

}  // namespace fftcore::gst::stabilize
