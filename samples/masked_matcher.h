// SPDX-License-Identifier: LGPL-2.1-or-later
// How well templates of any shape fit an image, at each place.
#pragma once

#include <limits>
#include <memory>
#include <span>
#include <vector>

#include <opencv2/core.hpp>

#include "fftcore/backend.h"

namespace samples {

/// Scores of cv::matchTemplate with a mask of zeros and ones: TM_CCOEFF_NORMED and so on.
enum class Measure { ccoeff_normed, ccorr_normed, ccorr, sqdiff_normed, sqdiff };

constexpr bool is_less_better(Measure measure) {
  return measure == Measure::sqdiff || measure == Measure::sqdiff_normed;
}

/// What a template has no score where it would reach beyond the image, or where it or what is under
/// it is black.
constexpr double kNoScore = -std::numeric_limits<double>::infinity();

/// Samples (f32, one channel) of which those count whose mask (u8) is not 0. Both are squares of an
/// odd side, and the place of a template is that of its middle sample.
struct MaskedTemplate {
  cv::Mat samples, mask;
};

/// Three correlations hold all of it: of the image with the template less its mean, of the image
/// with the mask, and of the squared image with the mask. They are computed in double precision, so
/// that differences of large sums are exact enough, and of several templates at once.
class MaskedMatcher {
 public:
  /// For templates of `side` samples a side, and `size` places at a time.
  MaskedMatcher(fftcore::Backend& backend, fftcore::Queue& queue, Measure measure, int side,
                cv::Size size, std::int64_t templates);

  /// The image (f32, one channel), and the first of the places in it; they may lie outside. Where
  /// the image's standard deviation under a template (ccorr_normed: root of the mean square) is
  /// less than `flat`, above 0, a normed score is none of a similarity: 0, or 1 of sqdiff_normed.
  void look_at(const cv::Mat& image, cv::Point first, double flat);

  /// For each of the templates, up to the number above, the scores of all places (f64); of sqdiff
  /// and sqdiff_normed the negative, so that more is better.
  std::vector<cv::Mat> scores(std::span<const MaskedTemplate> templates);

 private:
  cv::Mat scores_of(const MaskedTemplate& one, const cv::Mat& sums) const;

  fftcore::Queue& queue_;
  Measure measure_;
  int side_;
  cv::Size size_;
  double flat_ = 0;
  std::unique_ptr<fftcore::ConvolutionExecutable> correlation_;
  cv::Mat around_;      ///< image, image and squared image, less the mean, with what is around
  double mean_ = 0;     ///< of the image, that sums are small
  cv::Rect reachable_;  ///< of the image, counted from the first place
};

}  // namespace samples
