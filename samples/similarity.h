// SPDX-License-Identifier: LGPL-2.1-or-later
// Images turned, enlarged and moved against others of their size.
#pragma once

#include <opencv2/core.hpp>

namespace samples {

/// Content of an image against a reference: turned about the middle, enlarged, then moved.
struct Similarity {
  double degrees = 0;  ///< counter-clockwise
  double scale = 1;
  cv::Point2d shift;  ///< in the image's pixels, to the right and down
};

/// What `second` is against the reference, where it is so against `first` moved back.
Similarity composed(const Similarity& first, const Similarity& second);

/// 2x3: from pixels of the reference to those of the image.
cv::Mat matrix_of(const Similarity& similarity, cv::Size size);

/// What a map from pixels of the reference to those of the image does about the middle.
Similarity similarity_of(const cv::Matx33d& map, cv::Size size);

/// The image as the reference lies (Lanczos' window of 4 lobes), black where nothing was seen.
cv::Mat moved_back(const cv::Mat& image, const Similarity& similarity);
cv::Mat moved_back(const cv::Mat& image, const cv::Matx33d& map);

/// 255 where the image moved back has all that interpolation needs, 0 elsewhere: `room` pixels from
/// where nothing was seen, and from the edges.
cv::Mat seen_mask(const Similarity& similarity, cv::Size size, int room = 3);
cv::Mat seen_mask(const cv::Matx33d& map, cv::Size size, int room = 3);

}  // namespace samples
