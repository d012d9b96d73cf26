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
  Found shifted(const cv::Mat& image, const Similarity& so_far);
  /// Moved back, with what was not seen in the image's mean colour, without an edge.
  cv::Mat faded(const cv::Mat& image, const Similarity& similarity) const;

  fftcore::Backend& backend_;
  std::string name_;
  cv::Mat reference_;
  std::unique_ptr<fftcore::Queue> queue_;
  std::unique_ptr<fftcore::PhaseExecutable> correlation_;
  std::unique_ptr<fftcore::ConvolutionExecutable> moving_;  ///< by parts of pixels
  std::optional<TurnAndScale> turn_and_scale_;  ///< none where only shifts are searched for
};

}  // namespace samples
