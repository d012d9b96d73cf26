// SPDX-License-Identifier: LGPL-2.1-or-later
// Maps between two pictures, from about to exact: windows all over them are correlated
// (fftcore/camera_motion.h).
#pragma once

#include <memory>
#include <optional>

#include <opencv2/core.hpp>

#include "fftcore/camera_motion.h"

namespace samples {

class MapRefinement {
 public:
  /// The reference has kMinMotionSide pixels or more a side.
  MapRefinement(fftcore::MotionModel model, cv::Mat reference);

  struct Refined {
    cv::Matx33d map;
    double confidence = 0;  ///< as MotionFit's
  };
  /// `map` takes pixels of the reference to those of an image of its size and type, about. None
  /// where windows do not agree on a map.
  std::optional<Refined> refined(const cv::Mat& image, cv::Matx33d map);

 private:
  cv::Mat reference_;
  std::unique_ptr<fftcore::Queue> queue_;
  fftcore::CameraMotion motion_;
};

}  // namespace samples
