// SPDX-License-Identifier: LGPL-2.1-or-later
// Which shift a peak of phase correlation means, by what both pictures show.
#pragma once

#include <opencv2/core.hpp>

namespace samples {

struct ChosenShift {
  cv::Point2d shift;
  /// Moved back by it, the image is like the reference, which is no chance, and no less than where
  /// it is not moved.
  bool is_alike = false;
};

/// A peak says a shift modulo the size that was transformed, so it can mean four: along each axis
/// itself, or itself less `period` in its direction. Chosen is the one at which likeness is the
/// least likely to be chance. r is the correlation of both images' slopes (differences between
/// neighbouring samples, which know nothing of a level or of a shading) where they overlap.
/// Fisher's atanh(r) has an error of 1 over the root of how many of them are independent. Both
/// images are of one channel (f32 or f64) and one size.
ChosenShift chosen_shift(const cv::Mat& reference, const cv::Mat& image, cv::Point2d peak,
                         cv::Size2d period);

/// Whether there is anything to see: a deviation that rounding does not explain.
bool has_contrast(const cv::Mat& image);

}  // namespace samples
