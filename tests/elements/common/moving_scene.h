// SPDX-License-Identifier: LGPL-2.1-or-later
// A scene without end, seen by a camera that moves by parts of a pixel: spots of light that are
// known everywhere, so that each frame is exact.
#pragma once

#include "fftcore/motion.h"
#include "picture.h"

namespace fftcore::test {

struct Position {
  double x = 0;
  double y = 0;
};

/// The picture at `position`: it has moved right and down by that much against the one at {0, 0}.
/// Other seeds are other scenes. A blank channel (alpha, padding) moves as well.
Picture scene_at(GstVideoFormat format, Size size, Position position, unsigned seed = 1);

/// The picture whose pixels `map` has taken to where they are from those of the one at {0, 0}.
/// Chroma of half the size lies in the middle of its pixels, as GStreamer takes it in small video.
Picture scene_through(GstVideoFormat format, Size size, const MotionMap& map, unsigned seed = 1);

/// Root of the mean square of the samples' differences, `margin` pixels of the frame and more from
/// its edges.
double interior_difference(const Picture& a, const Picture& b, int margin);

}  // namespace fftcore::test
