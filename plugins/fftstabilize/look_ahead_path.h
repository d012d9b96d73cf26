// SPDX-License-Identifier: LGPL-2.1-or-later
// How a picture has to be moved back so that it goes as it would if nothing shook, by what comes
// after it too.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

#include "map_parts.h"

namespace fftcore::gst::stabilize {

/// What a frame k shows is in frame j where the map R(j) from k to j takes it. It is shown where
/// the path is at k that fits those places best: with weights exp(-(j - k)^2 / N^2), for j from
/// k - N to k + N as far as frames are known, it is a straight line in j (local regression, W. S.
/// Cleveland, "Robust locally weighted regression", 1979; of maps relative to the frame itself: Y.
/// Matsushita and others, "Full-frame video stabilization with motion inpainting", 2006):
///   C = I + sum of l(j) (R(j) - I),  l(j) = w(j) (S2 - S1 (j - k)) / (S0 S2 - S1^2),
///   Sn = sum of w(j) (j - k)^n
/// in the coordinates of map_parts.h, with an N for each part. A steady pan stays as it is, at the
/// ends too. A part whose N is 0 is held where it was in the first frame.
class LookAheadPath {
 public:
  /// Of frames of this size.
  LookAheadPath(int columns, int rows) : columns_(columns), rows_(rows) {}

  /// Forgets all frames.
  void reset();
  /// A frame has come. `motion`: the map from the frame before to it, in pixels, which has an
  /// inverse; none where it is unknown, and then it is taken to be as that of its neighbours.
  void add(const std::optional<MotionMap>& motion);
  /// The same of a frame that has nothing to do with those before.
  void begin();

  /// For each frame in turn, once the frames are there that it waits for: what its picture is shown
  /// through, in pixels of the frame to pixels of what is shown, limited().
  MotionMap take(const Smoothing& smoothing, double max_shift);

 private:
  struct Frame {
    std::optional<MotionMap> motion;  // from the frame before
    bool begins = false;
  };
  /// A map from the frame itself to a neighbour, so many frames later.
  struct Neighbour {
    int later = 0;
    MotionMap map;
  };
  class Line;
  MotionMap motion_to(std::size_t frame) const;
  void follow_held();

  std::deque<Frame> frames_;
  std::vector<Neighbour> neighbours_;  // of the frame that is taken
  std::size_t taken_ = 0;              // of frames_
  MotionMap held_;                     // what the next frame is shown through where all is held
  int columns_, rows_;
};

}  // namespace fftcore::gst::stabilize
