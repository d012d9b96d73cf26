// SPDX-License-Identifier: LGPL-2.1-or-later
// Deconvolution of whole images, with care for what lies beyond their edges.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <opencv2/core.hpp>

#include "fftcore/backend.h"
#include "fftcore/restoration.h"

namespace samples {

/// Takes known blurs out of images. What lies outside an image was blurred into it, too, and is
/// not known: taking it for a repetition of the image's outermost pixels leaves ripples along the
/// edges. So the image is widened by the blur's reach, restored, blurred again, and what that gives
/// outside is taken for what lies there, `rounds` times (expectation-maximisation with the border
/// as missing data; Almeida and Figueiredo 2013, IEEE Trans. Image Processing 22, say why borders
/// matter).
///
/// Work goes colour by colour in windows, so that memory is bounded beside the image and its
/// result. The estimates outside depend on nothing farther in than what the taps reach: on strips
/// along the edges. Windows are the same as the whole then, but for rounding.
class Deblurrer {
 public:
  Deblurrer(fftcore::Backend& backend, const fftcore::Taps& blur,
            const fftcore::Restoration& restoration, int rounds);

  /// Of the images from now on. Where about as many taps suit, nothing is planned anew.
  void set_restoration(const fftcore::Restoration& restoration);
  /// The lambda of the penalty gradient that suits the noise of an image.
  double suited_lambda(const cv::Mat& image) const;

  /// An image like `image`: its size, depth and channels, alpha as it is. Images of one size that
  /// fit a window are planned for once.
  cv::Mat restored(const cv::Mat& image);

 private:
  /// A part of the widened image. Rectangles count from the image's first pixel.
  struct Plane {
    cv::Rect place;
    cv::Mat samples;
  };

  /// Taps, and what convolves planes with them.
  struct Filter {
    fftcore::Taps taps;
    std::unique_ptr<fftcore::ConvolutionExecutable> executable = nullptr;
    bool is_set = false;  ///< whether the executable has the taps
  };

  /// Colour `c` of a part of the image, whose outermost pixels repeat outside.
  cv::Mat colour_of(const cv::Mat& image, int c, const cv::Rect& place) const;
  /// Estimates of what lies outside, for each colour.
  std::vector<std::vector<Plane>> outside_of(const cv::Mat& image, int colours);
  /// Of one strip: what its samples become, with those outside the image estimated.
  cv::Mat estimated(const cv::Mat& image, int c, const cv::Rect& strip);
  /// Compiles for planes of another size, or for other taps; what was there is given up first.
  cv::Mat run(Filter& filter, const cv::Mat& plane);

  fftcore::Backend& backend_;
  int rounds_;
  cv::Size margin_;  ///< of the widened image
  cv::Size reach_;   ///< of the restoring taps
  std::unique_ptr<fftcore::Queue> queue_;
  Filter restore_, blur_again_;
  std::optional<fftcore::Restoration> restoration_;
};

}  // namespace samples
