// SPDX-License-Identifier: LGPL-2.1-or-later
// Where an image shows a template, turned and scaled, from coarse to fine.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include <opencv2/core.hpp>

#include "fftcore/backend.h"
#include "masked_matcher.h"

namespace samples {

/// `from`, `from + step` and so on up to `to`.
struct SearchRange {
  double from = 0, to = 0, step = 1;
  int count() const;
};

/// How a template is shown: its middle at a place, turned counter-clockwise, scaled.
struct Pose {
  cv::Point2d middle;
  double degrees = 0, scale = 1;
  double score = kNoScore;  ///< more is better
};

/// From pixels of a template to where an image shows them. Coordinates count from the middle of the
/// first pixel.
cv::Matx23d matrix_of(const Pose& pose, cv::Size templ);

/// A search in a pyramid of reduced images (Borgefors 1988, IEEE Trans. PAMI 10, has the idea). On
/// the coarsest level all angles and scales of the ranges are tried at all places. The best go down
/// level by level, with steps half as large each time, and twice more on the finest. One angle and
/// scale is tried on the image itself, at all places.
class TemplateSearch {
 public:
  struct Settings {
    Measure measure = Measure::ccoeff_normed;
    SearchRange rotation, scale{1, 1, 1};
    /// As of MaskedMatcher: the larger of a number, and of a part of the root of the mean square of
    /// the whole image.
    double flat = 0, flat_part = 0;
    int most = 10;  ///< how many places are wanted
    /// Places that are not farther apart in both axes are one, in pixels; less than 0: half the
    /// template's smaller side, scaled.
    double distance = -1;
  };

  /// `templ` is f32, of one channel; `mask`, u8, says which samples count.
  TemplateSearch(fftcore::Backend& backend, const Settings& settings, const cv::Mat& templ,
                 const cv::Mat& mask);

  /// Best first, and one more than are wanted, if there is one. The image is f32, of one channel.
  std::vector<Pose> find(const cv::Mat& image);

 private:
  bool is_single() const;
  MaskedTemplate shown(const Pose& pose, int level) const;
  int side_at(int level) const;  ///< of a square that holds the template however it is shown
  double distance_at(int level) const;
  std::vector<Pose> coarse(const cv::Mat& image);
  /// The best nearby, with steps of this part of the ranges'.
  Pose finer(const cv::Mat& image, int level, const Pose& pose, double fraction);
  fftcore::Backend& backend_;
  Settings settings_;
  std::unique_ptr<fftcore::Queue> queue_;
  std::vector<cv::Mat> templates_, masks_;  ///< each half as large as that before
  double flat_ = 0;                         ///< of the image that is searched
  int levels_ = 0;                          ///< above the image itself
  cv::Size coarse_size_;                    ///< places that the first of these takes at a time
  std::unique_ptr<MaskedMatcher> coarse_;
  std::map<int, MaskedMatcher> fine_;  ///< by level
};

}  // namespace samples
