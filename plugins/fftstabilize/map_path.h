// SPDX-License-Identifier: LGPL-2.1-or-later
// How a picture that moves, turns and zooms has to be moved back, so that it goes as it would if
// nothing shook; by what came before.
#pragma once

#include "map_parts.h"

namespace fftcore::gst::stabilize {

/// The filter of CameraPath for maps. With M the map from the frame before to this one, C the map
/// that a frame is shown through, V the smoothed motion of what is shown, each frame does
///   D = V C M^-1 - I               where it would be shown, less where it is
///   C = I + t^2 D,  V = V - (1 - t)^2 D,  t = N / (N + 1)
/// with maps in the coordinates of map_parts.h, and an N for each part of D. Of shifts this is
/// CameraPath. A part whose N is 0 is held where it was: it is all of D in C, and I in V.
class MapPath {
 public:
  /// Of frames of this size.
  MapPath(int columns, int rows) : columns_(columns), rows_(rows) {}

  /// Nothing has moved so far.
  void reset();
  /// The frame moved by `motion`, which has an inverse. The path begins anew where its map is of no
  /// picture any more.
  void follow(const MotionMap& motion, const Smoothing& smoothing);

  /// What the picture is shown through, in the coordinates of map_parts.h.
  const MotionMap& shown() const { return correction_; }
  /// The same in pixels of the frame to pixels of what is shown, limited().
  MotionMap correction(double max_shift) const;

 private:
  MotionMap correction_, speed_;  // in those coordinates
  int columns_, rows_;
};

}  // namespace fftcore::gst::stabilize
