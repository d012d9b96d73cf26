// SPDX-License-Identifier: LGPL-2.1-or-later
// Zooms that hide the border of a picture that is moved.
#pragma once

#include "fftcore/motion.h"

namespace fftcore::gst::stabilize {

/// The least zoom about the frame's middle, 1 to `most`, at which a picture that is shown through
/// `correction`, in pixels, covers the whole frame.
double zoom_that_covers(const MotionMap& correction, int columns, int rows, double most);

/// A zoom about the middle of frames of this size, in pixels.
MotionMap zoomed(double zoom, int columns, int rows);

}  // namespace fftcore::gst::stabilize
