// SPDX-License-Identifier: LGPL-2.1-or-later
#include "turn_and_scale.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <opencv2/imgproc.hpp>

#include "opencv.h"

namespace samples {

using namespace fftcore;

namespace {

/// A quarter of a degree, and half a percent or so.
constexpr int kAngles = 720, kRadii = 540;

/// Radii, in parts of the sampling frequency. Below there is little but brightness and window,
/// above little but what interpolation left.
constexpr double kLeastRadius = 1.0 / 64, kMostRadius = 0.45;

/// Places of the correlation that are tried.
constexpr std::size_t kCandidates = 3;

/// Shifts by less count as none where none is searched for.
constexpr double kNear = 1.5;

double radius_at(int j) {
  return kLeastRadius * std::pow(kMostRadius / kLeastRadius, j / double(kRadii));
}

/// Against what the edges of an image would add.
cv::Mat window_of(cv::Size size) {
  cv::Mat window;
  cv::createHanningWindow(window, {std::max(2, size.width), std::max(2, size.height)}, CV_32F);
  return window(cv::Rect({}, size));
}

}  // namespace

TurnAndScale::TurnAndScale(Backend& backend, Queue& queue, Searched searched,
                           const cv::Mat& reference)
    : queue_(queue), searched_(searched), size_(reference.size()) {
  // Square, so that a turn of the image is one of its spectrum.
  points_ = 2 * cv::getOptimalDFTSize((std::max(size_.width, size_.height) + 1) / 2);
  transform_ = backend.compile(parse_transform(fmt::format("r2c {0}x{0}", points_)), queue);
  window_ = window_of(size_);
  columns_.create(kAngles, kRadii, CV_32F);
  rows_.create(kAngles, kRadii, CV_32F);
  weights_.create(kAngles, kRadii, CV_32F);
  for (int i = 0; i < kAngles; ++i)
    for (int j = 0; j < kRadii; ++j) {
      const double angle = CV_PI * (i / double(kAngles) - 0.5), radius = radius_at(j);
      const double x = radius * std::cos(angle), y = radius * std::sin(angle);
      columns_.at<float>(i, j) = float(points_ * x);
      rows_.at<float>(i, j) = float(points_ * (y + 0.5));
      // Reddy's high pass, and no edge at either end.
      const double low = std::cos(CV_PI * x) * std::cos(CV_PI * y);
      const double fade = std::sin(CV_PI * (j + 0.5) / kRadii);
      weights_.at<float>(i, j) = float((1 - low) * (2 - low) * fade * fade);
    }
  PhaseCorrelation correlation =
      phase_correlation(Layout::interleaved(SampleType::f32, {kAngles, kRadii}, 1));
  correlation.noise = 0.3F / 255;  // of logarithms, whose scale is always the same
  correlation.has_window = false;  // angles go round
  correlation.max_peaks = kMaxPeaks;
  correlation.radius = 4;
  correlation_ = backend.compile(correlation, queue);
  const cv::Mat polar = polar_of(reference);
  correlation_->set_reference(queue, opencv::input_of(polar));
}

cv::Mat TurnAndScale::polar_of(const cv::Mat& image) {
  cv::Mat luma;
  opencv::luma_of(image).convertTo(luma, CV_32F);
  luma = (luma - cv::mean(luma)[0]).mul(window_);
  cv::Mat padded(points_, points_, CV_32F, cv::Scalar(0));
  luma.copyTo(padded(cv::Rect({}, size_)));
  for (int row = 1; row < size_.height; row += 2)
    padded.row(row) *= -1;  // so that frequency 0 is in the middle row
  cv::Mat spectrum(points_, points_ / 2 + 1, CV_32FC2), parts[2], magnitude, polar;
  transform_->run(queue_, {padded.data}, {spectrum.data});
  queue_.wait();
  cv::split(spectrum, parts);
  cv::magnitude(parts[0], parts[1], magnitude);
  cv::log(magnitude + 1, magnitude);
  cv::remap(magnitude, polar, columns_, rows_, cv::INTER_LINEAR, cv::BORDER_REPLICATE);
  polar = (polar - cv::mean(polar)[0]).mul(weights_);
  return polar;
}

std::vector<Similarity> TurnAndScale::candidates(const cv::Mat& image) {
  const cv::Mat polar = polar_of(image);
  correlation_->run(queue_, opencv::input_of(polar));
  std::vector<Similarity> found;
  for (const Peak& peak : correlation_->peaks()) {
    if (!searched_.rotation && std::abs(peak.y) > kNear) continue;
    if (!searched_.scale && std::abs(peak.x) > kNear) continue;
    const double degrees = searched_.rotation ? -180.0 / kAngles * peak.y : 0;
    const double scale =
        searched_.scale ? std::pow(kMostRadius / kLeastRadius, -peak.x / kRadii) : 1;
    found.push_back({degrees, scale, {}});
    if (searched_.rotation) found.push_back({std::remainder(degrees + 180, 360), scale, {}});
    if (found.size() >= 2 * kCandidates) break;
  }
  return found;
}

}  // namespace samples
