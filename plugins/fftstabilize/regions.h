// SPDX-License-Identifier: LGPL-2.1-or-later
// Regions of interest that move with the picture.
#pragma once

#include <gst/gst.h>
#include <gst/video/video.h>

#include "fftcore/motion.h"

namespace fftcore::gst::stabilize {

/// Each GstVideoRegionOfInterestMeta of a writable buffer becomes the smallest rectangle of whole
/// pixels around where its corners are mapped to, within the frame. One that has left the frame is
/// removed.
void move_regions(GstBuffer* buffer, const MotionMap& map, int columns, int rows);

}  // namespace fftcore::gst::stabilize
