// SPDX-License-Identifier: LGPL-2.1-or-later
// How far images are moved, turned and enlarged against a reference.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <opencv2/core.hpp>

#include "fftcore/backend.h"
#include "map_refinement.h"
#include "similarity.h"
#include "turn_and_scale.h"

namespace samples {

class Registration {
 public:
  struct Settings {
    /// Where white is 255. Not a number: the library's, by the data (PhaseCorrelation::noise).
    double noise = std::numeric_limits<double>::quiet_NaN();
    double bandwidth = 0.2;
    bool has_window = true;
    TurnAndScale::Searched searched;
    /// Maps of these are searched for, from the similarity on; `searched` has both then.
    std::optional<fftcore::MotionModel> model;
  };
  struct Found {
    Similarity similarity;
    /// From pixels of the reference to those of the image, where a model is set; the similarity is
    /// what it does about the middle then.
    std::optional<cv::Matx33d> map;
    /// Of the shift, once the image is turned and scaled back; 0 where the images are less alike
    /// then than before, or one of them shows nothing.
    double confidence = 0;
  };

  /// `name` is the reference's, for messages.
  Registration(fftcore::Backend& backend, const Settings& settings, std::string name,
               cv::Mat reference);

  /// FileError where the image is not like the reference.
  Found find(const std::string& name, const cv::Mat& image);

  /// The image moved back; black where nothing was seen.
  cv::Mat aligned(const cv::Mat& image, const Found& found);

  const cv::Mat& reference() const { return reference_; }

 private:
  /// A reference to correlate with, and its brightness.
  struct Meter {
    std::unique_ptr<fftcore::PhaseExecutable> correlation;
    cv::Mat luma;
  };
  /// Of an image that was moved back by `so_far`: what it is against the reference.
  Found shifted(Meter& meter, const cv::Mat& image, const Similarity& so_far);
  /// With a similarity, or with a shift.
  Found similar(const cv::Mat& image);
  /// The best shift of an image as it is. Where the best peak leaves doubts, what both have in
  /// common may lie at their borders, where the window hides it: the next peaks are looked at too,
  /// and those without the window.
  Found found_shift(const cv::Mat& image);
  std::vector<fftcore::Peak> peaks_of(Meter& meter, const cv::Mat& image);
  /// Turn, scale and shift of an image that is reduced as `small_` is.
  Found turned(const cv::Mat& small);
  Meter meter_with(const cv::Mat& reference, bool has_window, int peaks = 1);

  fftcore::Backend& backend_;
  Settings settings_;
  std::string name_;
  cv::Mat reference_;
  double scale_;              ///< of floats, that single precision holds their spectrum
  cv::Mat scaled_reference_;  ///< by that, as images are before they are compared
  std::unique_ptr<fftcore::Queue> queue_;
  Meter meter_;
  Meter plain_meter_;                                       ///< without a window, once it is needed
  std::unique_ptr<fftcore::ConvolutionExecutable> moving_;  ///< by parts of pixels
  // Where more than shifts is searched for: of reduced images.
  cv::Size small_;
  std::optional<TurnAndScale> turn_and_scale_;
  Meter small_meter_;
  std::optional<MapRefinement> refinement_;
};

}  // namespace samples
