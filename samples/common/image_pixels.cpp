// SPDX-License-Identifier: LGPL-2.1-or-later
#include "image_pixels.h"

#include <array>
#include <cstdint>

namespace samples {
namespace {

using fftcore::pictures::Alpha;

double white_of(const cv::Mat& image) {
  return image.depth() == CV_8U ? 255 : image.depth() == CV_16U ? 65535 : 1;
}

template <class Sample>
void change_alpha(cv::Mat& image, bool is_multiplied) {
  const double white = white_of(image);
  for (int row = 0; row < image.rows; ++row)
    for (auto* pixel = image.ptr<Sample>(row); pixel != image.ptr<Sample>(row) + 4 * image.cols;
         pixel += 4) {
      const double alpha = pixel[3] / white;
      for (int c = 0; c < 3; ++c)
        pixel[c] = cv::saturate_cast<Sample>(is_multiplied ? pixel[c] * alpha
                                             : alpha > 0   ? pixel[c] / alpha
                                                           : 0);
    }
}

}  // namespace

cv::Mat upright(const cv::Mat& image, int orientation) {
  if (orientation <= 1) return image;
  cv::Mat turned = image;
  if (fftcore::pictures::is_transposing(orientation)) cv::transpose(image, turned);
  // By number: round the upright axis, both, and the level one.
  constexpr int kNone = 2, kRight = 1, kBoth = -1, kDown = 0;
  constexpr int kFlips[] = {kNone, kRight, kBoth, kDown, kNone, kRight, kBoth, kDown};
  if (kFlips[orientation - 1] == kNone) return turned;
  cv::Mat flipped;
  cv::flip(turned, flipped, kFlips[orientation - 1]);
  return flipped;
}

cv::Mat with_colours(const cv::Mat& image) {
  cv::Mat wide(image.size(), CV_MAKETYPE(image.depth(), 4));
  cv::mixChannels(image, wide, {0, 0, 0, 1, 0, 2, 1, 3});
  return wide;
}

cv::Mat without_colours(const cv::Mat& image) {
  cv::Mat narrow(image.size(), CV_MAKETYPE(image.depth(), 2));
  cv::mixChannels(image, narrow, {0, 0, 3, 1});
  return narrow;
}

cv::Mat with_alpha(const cv::Mat& image, Alpha from, Alpha to) {
  if (image.channels() != 4 || (from == Alpha::premultiplied) == (to == Alpha::premultiplied))
    return image;
  cv::Mat changed = image.clone();
  const bool is_multiplied = to == Alpha::premultiplied;
  if (image.depth() == CV_8U)
    change_alpha<std::uint8_t>(changed, is_multiplied);
  else if (image.depth() == CV_16U)
    change_alpha<std::uint16_t>(changed, is_multiplied);
  else
    change_alpha<float>(changed, is_multiplied);
  return changed;
}

}  // namespace samples
