// SPDX-License-Identifier: LGPL-2.1-or-later
// Where the picture has gone, and where it would have gone if nothing shook.
#pragma once

namespace fftcore::gst::stabilize {

/// In pixels, x to the right, y down.
struct Vector {
  double x = 0;
  double y = 0;
  bool operator==(const Vector&) const = default;
};

Vector operator+(Vector a, Vector b);
Vector operator-(Vector a, Vector b);
Vector operator*(double factor, Vector a);

/// Each component within -limit and limit.
Vector clamped(Vector vector, double limit);

/// An alpha-beta filter with fading memory of N frames: it needs no frame to come, and does not lag
/// behind a steady pan. With p the position measured, s the smoothed position and v its speed in
/// pixels a frame, each frame does
///   s' = s + v                     where the path was going
///   r = p - s'                     what is new
///   s = s' + (1 - t^2) r,  v = v + (1 - t)^2 r,  t = N / (N + 1)
/// and the picture is moved by s - p. With N = 0 the path is where it began (s = 0): the picture is
/// held there.
class CameraPath {
 public:
  /// The picture is at the origin, and stands.
  void reset();

  /// Takes a measured position; `smoothing` is N.
  void follow(Vector position, int smoothing);
  /// The position of this frame is unknown: the picture is moved as the frame before was, and the
  /// path goes on as it went.
  void hold();

  Vector position() const { return position_; }
  /// What the picture has to be moved by.
  Vector correction() const { return correction_; }

 private:
  Vector position_;
  Vector smooth_;
  Vector speed_;
  Vector correction_;
};

}  // namespace fftcore::gst::stabilize
