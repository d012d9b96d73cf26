// SPDX-License-Identifier: LGPL-2.1-or-later
// The deviation of an image whose level may be far above its contrast. cv::meanStdDev takes the
// square of the mean off the mean of squares, and says 0 of 300 +- 0.001.
#pragma once

#include <cmath>

#include <opencv2/core.hpp>

namespace samples {

struct Spread {
  double mean = 0, deviation = 0;
};

/// Of an image of one channel, where `mask` is not 0.
inline Spread spread_of(const cv::Mat& image, const cv::Mat& mask = {}) {
  const double level = cv::mean(image, mask)[0];
  cv::Mat apart;
  cv::subtract(image, cv::Scalar(level), apart, cv::noArray(), CV_64F);
  cv::Scalar rest, deviation;
  cv::meanStdDev(apart, rest, deviation, mask);
  // Less than any contrast of single precision is what the mean was rounded by.
  const bool has_any = deviation[0] > 0x1p-45 * std::abs(level);
  return {level + rest[0], has_any ? deviation[0] : 0};
}

}  // namespace samples
