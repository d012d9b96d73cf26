// SPDX-License-Identifier: LGPL-2.1-or-later
// How far images are moved, turned and enlarged against a reference.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <opencv2/core.hpp>

#include "fftcore/backend.h"
#include "similarity.h"
#include "turn_and_scale.h"

namespace samples {

class Registration {
 public:
  struct Settings {
    double noise = 0.3;  ///< where white is 255
    double bandwidth = 0.2;
    bool has_window = true;
    TurnAndScale::Searched searched;
  };
  struct Found {
    Similarity similarity;
    double confidence = 0;  ///< of the shift, once the image is turned and scaled back
  };

  /// `name` is the reference's, for messages.
  Registration(fftcore::Backend& backend, const Settings& settings, std::string name,
               cv::Mat reference);

  /// FileError where the image is not like the reference.
  Found find(const std::string& name, const cv::Mat& image);

  /// The image moved back; black where nothing was seen.
  cv::Mat aligned(const cv::Mat& image, const Similarity& similarity);

  const cv::Mat& reference() const { return reference_; }

 private:
  /// Of an image that was moved back by `so_far`: what it is against the reference.
  Found shifted(fftcore::PhaseExecutable& correlation, const cv::Mat& image,
                const Similarity& so_far);
  /// Turn, scale and shift of an image that is reduced as `small_` is.
  Found turned(const cv::Mat& small);
  std::unique_ptr<fftcore::PhaseExecutable> correlation_with(const cv::Mat& reference);

  fftcore::Backend& backend_;
  Settings settings_;
  std::string name_;
  cv::Mat reference_;
  std::unique_ptr<fftcore::Queue> queue_;
  std::unique_ptr<fftcore::PhaseExecutable> correlation_;
  std::unique_ptr<fftcore::ConvolutionExecutable> moving_;  ///< by parts of pixels
  // Where more than shifts is searched for: of reduced images.
  cv::Size small_;
  std::optional<TurnAndScale> turn_and_scale_;
  std::unique_ptr<fftcore::PhaseExecutable> small_correlation_;
};

}  // namespace samples
