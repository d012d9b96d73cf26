// SPDX-License-Identifier: LGPL-2.1-or-later
// Deconvolution of whole images, with care for what lies beyond their edges.
#pragma once

#include <memory>

#include <opencv2/core.hpp>

#include "fftcore/backend.h"
#include "fftcore/restoration.h"

namespace samples {

/// Takes a known blur out of images. What lies outside an image was blurred into it, too, and is
/// not known: taking it for a repetition of the image's outermost pixels leaves ripples along the
/// edges. So the image is widened by the blur's reach, restored, blurred again, and what that gives
/// outside is taken for what lies there, `rounds` times (expectation-maximisation with the border
/// as missing data; Almeida and Figueiredo 2013, IEEE Trans. Image Processing 22, say why borders
/// matter).
class Deblurrer {
 public:
  Deblurrer(fftcore::Backend& backend, const fftcore::Taps& blur,
            const fftcore::Restoration& restoration, int rounds);

  /// An image like `image`: its size, depth and channels, alpha as it is. Plans anew where size or
  /// channels are not those of the call before.
  cv::Mat restored(const cv::Mat& image);

 private:
  void prepare(const cv::Mat& wide);

  fftcore::Backend& backend_;
  fftcore::Taps blur_, restoring_;
  int rounds_;
  std::unique_ptr<fftcore::Queue> queue_;
  std::unique_ptr<fftcore::ConvolutionExecutable> restore_, blur_again_;
};

}  // namespace samples
