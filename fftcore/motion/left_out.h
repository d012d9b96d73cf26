// SPDX-License-Identifier: LGPL-2.1-or-later
// Places of an image that windows must not have as their centres: a flag for each pixel of the
// level from which windows are chosen.
#pragma once

#include <span>
#include <vector>

#include "fftcore/camera_motion.h"
#include "image_levels.h"

namespace fftcore {

class LeftOut {
 public:
  LeftOut(Extent image, const LevelPlan& plan);

  /// Takes in the boxes and the mask of an image. Throws InvalidArgument for a box that is not
  /// finite, and changes nothing then.
  void set(std::span<const MotionBox> boxes, const ConstBuffer& mask);

  bool at(std::int64_t row, std::int64_t column) const {
    return flags_[static_cast<std::size_t>(row * extent_.columns + column)] != 0;
  }
  /// Whether the pixel is left out that a place of the image lies in; none outside of it is.
  bool at_place(double x, double y) const;

 private:
  const LevelPlan plan_;
  const Extent image_, extent_;
  std::vector<std::uint8_t> flags_;
};

}  // namespace fftcore
