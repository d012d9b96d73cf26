// SPDX-License-Identifier: LGPL-2.1-or-later
// Images of floats of any scale, such as raw counts or powers of a sensor, computed in single
// precision.
#pragma once

#include <opencv2/core.hpp>

namespace samples {

/// A power of 2 that brings an image of floats to values whose squares single precision holds. 1
/// for whole numbers, and where the largest magnitude is 2^-10 to 2^10. Marks (fftcore/marks.h)
/// and alpha do not count.
double scale_for(const cv::Mat& image);

/// The image times a scale; itself where that is 1.
cv::Mat scaled(const cv::Mat& image, double scale);

}  // namespace samples
