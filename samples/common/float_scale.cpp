// SPDX-License-Identifier: LGPL-2.1-or-later
#include "float_scale.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace samples {
namespace {

constexpr float kMostContrast = 0x1p30F;  // of the largest sample and the median

bool is_usual(float magnitude) {
  return magnitude == 0 || (magnitude >= 0x1p-10F && magnitude <= 0x1p10F);
}

template <class Work>
void for_each_magnitude(const cv::Mat& image, const Work& work) {
  for (int row = 0; row < image.rows; ++row) {
    const auto* const samples = image.ptr<float>(row);
    for (int i = 0; i < image.cols * image.channels(); ++i)
      if (std::isfinite(samples[i]) && samples[i] != 0) work(std::abs(samples[i]));
  }
}

float median_magnitude(const cv::Mat& image) {
  std::vector<float> magnitudes;
  for_each_magnitude(image, [&](float one) { magnitudes.push_back(one); });
  const auto median = magnitudes.begin() + std::ssize(magnitudes) / 2;
  std::nth_element(magnitudes.begin(), median, magnitudes.end());
  return *median;
}

}  // namespace

double scale_for(const cv::Mat& image) {
  if (image.depth() != CV_32F) return 1;
  float magnitude = 0;
  for_each_magnitude(image, [&](float one) { magnitude = std::max(magnitude, one); });
  if (is_usual(magnitude)) return 1;
  // A mark such as for "no data" says nothing of the others, whose digits its scale would cost.
  if (const float median = median_magnitude(image); magnitude > median * kMostContrast)
    magnitude = median;
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
