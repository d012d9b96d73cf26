// SPDX-License-Identifier: LGPL-2.1-or-later
#include "float_scale.h"

#include <algorithm>
#include <cmath>

#include "finite.h"

namespace samples {
namespace {

bool is_usual(float magnitude) {
  return magnitude == 0 || (magnitude >= 0x1p-10F && magnitude <= 0x1p10F);
}

}  // namespace

double scale_for(const cv::Mat& image) {
  if (image.depth() != CV_32F) return 1;
  // A mark says nothing of the others, whose digits its scale would cost.
  const auto limit = static_cast<float>(least_mark(image));
  float magnitude = 0;
  for_each_colour(image, [&](int y, int i) {
    const float one = std::abs(image.ptr<float>(y)[i]);
    if (std::isfinite(one) && one < limit) magnitude = std::max(magnitude, one);
  });
  return is_usual(magnitude) ? 1 : std::ldexp(1, -std::ilogb(magnitude) - 1);
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
