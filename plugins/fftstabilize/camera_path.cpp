// SPDX-License-Identifier: LGPL-2.1-or-later
#include "camera_path.h"

#include <algorithm>

namespace fftcore::gst::stabilize {

Vector operator+(Vector a, Vector b) {
  return {a.x + b.x, a.y + b.y};
}

Vector operator-(Vector a, Vector b) {
  return {a.x - b.x, a.y - b.y};
}

Vector operator*(double factor, Vector a) {
  return {factor * a.x, factor * a.y};
}

Vector clamped(Vector vector, double limit) {
  return {std::clamp(vector.x, -limit, limit), std::clamp(vector.y, -limit, limit)};
}

void CameraPath::reset() {
  *this = {};
}

void CameraPath::follow(Vector position, int smoothing) {
  position_ = position;
  if (smoothing == 0) {
    smooth_ = {};
    speed_ = {};
  } else {
    const double kept = smoothing / (smoothing + 1.0);
    const Vector predicted = smooth_ + speed_;
    const Vector news = position - predicted;
    smooth_ = predicted + (1 - kept * kept) * news;
    speed_ = speed_ + (1 - kept) * (1 - kept) * news;
  }
  correction_ = smooth_ - position_;
}

void CameraPath::hold() {
  smooth_ = smooth_ + speed_;
  position_ = smooth_ - correction_;
}

}  // namespace fftcore::gst::stabilize
