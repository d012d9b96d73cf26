// SPDX-License-Identifier: LGPL-2.1-or-later
// How a picture that moves, turns and zooms has to be moved back, so that it goes as it would if
// nothing shook.
#pragma once

#include "fftcore/motion.h"

namespace fftcore::gst::stabilize {

/// The filter of CameraPath for maps. With M the map from the frame before to this one, C the map
/// that a frame is shown through, V the smoothed motion of what is shown, each frame does
///   D = V C M^-1 - I               where it would be shown, less where it is
///   C = I + t^2 D,  V = V - (1 - t)^2 D,  t = N / (N + 1)
/// with maps as matrices whose last number is 1, in coordinates whose origin is the frame's middle
/// and whose unit is half its diagonal, so that turns, zooms and shifts weigh alike. Of shifts this
/// is CameraPath. With N = 0 the picture is held where it was: V = I, C = C M^-1.
class MapPath {
 public:
  /// Of frames of this size.
  MapPath(int columns, int rows);

  /// Nothing has moved so far.
  void reset();
  /// The frame moved by `motion`, which has an inverse. `smoothing` is N. The path begins anew
  /// where its map is of no picture any more, as after zooming without an end.
  void follow(const MotionMap& motion, int smoothing);

  /// What the picture is shown through: pixels of the frame to pixels of what is shown. The frame's
  /// middle moves by `max_shift` at most along each axis, and what is not a shift moves no corner
  /// by more than kMostTurn of the longer side along an axis.
  MotionMap correction(double max_shift) const;
  static constexpr double kMostTurn = 0.1;

 private:
  MotionMap correction_, speed_;  // in those coordinates
  int columns_, rows_;
};

/// The least zoom about the frame's middle, 1 to `most`, at which a picture that is shown through
/// `correction` covers the whole frame.
double zoom_that_covers(const MotionMap& correction, int columns, int rows, double most);

/// A zoom about the middle of frames of this size.
MotionMap zoomed(double zoom, int columns, int rows);

}  // namespace fftcore::gst::stabilize
