// SPDX-License-Identifier: LGPL-2.1-or-later
// Pixels as files have them, and as programs work on them.
#pragma once

#include <opencv2/core.hpp>

#include "picture.h"

namespace samples {

/// An image of an orientation as it is to be seen.
cv::Mat upright(const cv::Mat& image, int orientation);

/// Grey and alpha as B G R and alpha, and back.
cv::Mat with_colours(const cv::Mat& image);
cv::Mat without_colours(const cv::Mat& image);

/// With the colours of an image of alpha `from` as alpha `to` has them.
cv::Mat with_alpha(const cv::Mat& image, fftcore::pictures::Alpha from,
                   fftcore::pictures::Alpha to);

}  // namespace samples
