// SPDX-License-Identifier: LGPL-2.1-or-later
// Which shift a peak of phase correlation means, by what both pictures show.
#pragma once

#include <cstddef>
#include <span>

#include <opencv2/core.hpp>

namespace samples {

struct ChosenShift {
  cv::Point2d shift;
  /// Moved back by it, the image is like the reference, which is no chance, and no less than where
  /// it is not moved.
  bool is_alike = false;
  std::size_t peak = 0;  ///< which of them means it
  double likeness = 0;   ///< r; 0 where no shift is alike
  /// 1 - d / its own, d being the deviations of the next likely shift that is not the same.
  double margin = 0;
};

/// A peak says a shift modulo the size that was transformed, so it can mean four: along each axis
/// itself, or itself less `period` in its direction. Chosen is the one of all peaks at which
/// likeness is the least likely to be chance. r is the correlation of both images' slopes
/// (differences between neighbouring samples, which know nothing of a level or of a shading) where
/// they overlap. Fisher's atanh(r) has an error of 1 over the root of how many of them are
/// independent. Both images are of one channel (f32 or f64) and one size. Of peaks that mean the
/// same the first is chosen.
ChosenShift chosen_shift(const cv::Mat& reference, const cv::Mat& image,
                         std::span<const cv::Point2d> peaks, cv::Size2d period);

/// Whether there is anything to see: a deviation that rounding does not explain.
bool has_contrast(const cv::Mat& image);

}  // namespace samples
