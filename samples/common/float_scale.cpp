// SPDX-License-Identifier: LGPL-2.1-or-later
#include "float_scale.h"

#include <algorithm>
#include <cmath>

namespace samples {

double scale_for(const cv::Mat& image) {
  if (image.depth() != CV_32F) return 1;
  float largest = 0;
  for (int row = 0; row < image.rows; ++row) {
    const auto* const samples = image.ptr<float>(row);
    for (int i = 0; i < image.cols * image.channels(); ++i)
      if (std::isfinite(samples[i])) largest = std::max(largest, std::abs(samples[i]));
  }
  if (largest == 0 || (largest >= 0x1p-10F && largest <= 0x1p10F)) return 1;
  return std::ldexp(1, -std::ilogb(largest) - 1);
}

cv::Mat scaled(const cv::Mat& image, double scale) {
  if (scale == 1) return image;
  // By hand: OpenCV rounds a scale to float, which has none as large as 2^128.
  cv::Mat result = image.clone();
  for (int row = 0; row < image.rows; ++row) {
    auto* const samples = result.ptr<float>(row);
    for (int i = 0; i < image.cols * image.channels(); ++i)
      samples[i] = static_cast<float>(samples[i] * scale);
  }
  return result;
}

}  // namespace samples
