// SPDX-License-Identifier: LGPL-2.1-or-later
// How far images are turned and enlarged, wherever they are moved.
#pragma once

#include <memory>
#include <vector>

#include <opencv2/core.hpp>

#include "fftcore/backend.h"
#include "similarity.h"

namespace samples {

/// Fourier-Mellin registration (Reddy and Chatterji 1996, IEEE Trans. Image Processing 5). The
/// magnitude of a spectrum does not depend on where content lies. It turns with it, and shrinks
/// where that is enlarged: in polar coordinates with the logarithm of the radius both are shifts,
/// which phase correlation finds. Half a turn leaves magnitudes as they are, so there are two
/// answers.
class TurnAndScale {
 public:
  struct Searched {
    bool rotation = false, scale = false;  ///< what is not is 0 degrees, or 1
  };

  TurnAndScale(fftcore::Backend& backend, fftcore::Queue& queue, Searched searched,
               const cv::Mat& reference);

  /// What `image`, of the reference's size, may be against it, without the shift; best first.
  std::vector<Similarity> candidates(const cv::Mat& image);

 private:
  /// log(1 + |spectrum|), weighed and in polar coordinates: angles down, radii across.
  cv::Mat polar_of(const cv::Mat& image);

  fftcore::Queue& queue_;
  Searched searched_;
  cv::Size size_;  ///< of images
  int points_;     ///< of the spectrum, a side
  cv::Mat window_, columns_, rows_, weights_;
  std::unique_ptr<fftcore::TransformExecutable> transform_;
  std::unique_ptr<fftcore::PhaseExecutable> correlation_;
};

}  // namespace samples
