// SPDX-License-Identifier: LGPL-2.1-or-later
#include "registration.h"

#include <utility>

#include <fmt/format.h>
#include <opencv2/imgproc.hpp>

#include "image_file.h"
#include "opencv.h"
#include "options.h"
#include "shifting_taps.h"

namespace samples {

using namespace fftcore;

namespace {

/// How often turn and scale are measured again, of the image as it was moved back: what is left
/// then is small, and measured better.
constexpr int kRefinements = 2;

double white_of(const cv::Mat& image) {
  return image.depth() == CV_8U ? 255 : image.depth() == CV_16U ? 65535 : 1;
}

std::string kind(const cv::Mat& image) {
  return fmt::format("{}x{} of type {}", image.cols, image.rows, cv::typeToString(image.type()));
}

}  // namespace

Registration::Registration(Backend& backend, const Settings& settings, std::string name,
                           cv::Mat reference)
    : backend_(backend),
      name_(std::move(name)),
      reference_(std::move(reference)),
      queue_(backend.create_queue({})) {
  PhaseCorrelation correlation = phase_correlation(opencv::layout_of(reference_));
  correlation.weights = opencv::luma_weights(reference_.channels());
  correlation.noise =
      single("the noise in the images' units", settings.noise * white_of(reference_) / 255);
  correlation.bandwidth = single("--bandwidth", settings.bandwidth);
  correlation.has_window = settings.has_window;
  correlation_ = backend.compile(correlation, *queue_);
  correlation_->set_reference(*queue_, opencv::input_of(reference_));
  if (settings.searched.rotation || settings.searched.scale)
    turn_and_scale_.emplace(backend, *queue_, settings.searched, reference_);
}

Registration::Found Registration::shifted(const cv::Mat& image, const Similarity& so_far) {
  correlation_->run(*queue_, opencv::input_of(image));
  const auto peaks = correlation_->peaks();
  if (peaks.empty()) return {so_far, 0};
  return {composed(so_far, {0, 1, {peaks[0].x, peaks[0].y}}), peaks[0].confidence};
}

cv::Mat Registration::faded(const cv::Mat& image, const Similarity& similarity) const {
  const int fade = std::max(1, std::min(image.cols, image.rows) / 16);
  cv::Mat weight, wide, result;
  seen_mask(similarity, image.size(), fade).convertTo(weight, CV_32F, 1.0 / 255);
  cv::blur(weight, weight, {2 * fade + 1, 2 * fade + 1});
  moved_back(image, similarity).convertTo(wide, CV_32F);
  const cv::Scalar mean = cv::mean(image);
  std::vector<cv::Mat> channels;
  cv::split(wide, channels);
  for (std::size_t c = 0; c < channels.size(); ++c)
    channels[c] = (channels[c] - mean[int(c)]).mul(weight) + mean[int(c)];
  cv::merge(channels, wide);
  wide.convertTo(result, image.type());
  return result;
}

Registration::Found Registration::find(const std::string& name, const cv::Mat& image) {
  if (image.size() != reference_.size() || image.type() != reference_.type())
    throw FileError(fmt::format("'{}' is {}, the reference '{}' {}; they must be alike", name,
                                kind(image), name_, kind(reference_)));
  if (!turn_and_scale_) return shifted(image, {});
  Found best;
  for (const Similarity& candidate : turn_and_scale_->candidates(image))
    if (const Found found = shifted(faded(image, candidate), candidate);
        found.confidence > best.confidence)
      best = found;
  for (int i = 0; i < kRefinements && best.confidence > 0; ++i) {
    const auto rest = turn_and_scale_->candidates(faded(image, best.similarity));
    if (rest.empty()) break;
    const Similarity finer = composed(best.similarity, rest.front());
    if (const Found found = shifted(faded(image, finer), finer); found.confidence > best.confidence)
      best = found;
  }
  return best;
}

cv::Mat Registration::aligned(const cv::Mat& image, const Similarity& similarity) {
  if (turn_and_scale_) return moved_back(image, similarity);
  // Whole pixels by copying, so that the taps have one size, and parts of them by taps.
  const cv::Point whole(cvRound(similarity.shift.x), cvRound(similarity.shift.y));
  const Taps taps = shifting_taps(whole.x - similarity.shift.x, whole.y - similarity.shift.y);
  const int reach = int(taps.extent.rows / 2);
  cv::Mat moved(image.rows + 2 * reach, image.cols + 2 * reach, image.type(), cv::Scalar::all(0));
  const cv::Rect around = cv::Rect({}, moved.size()) + whole - cv::Point(reach, reach);
  const cv::Rect seen = around & cv::Rect({}, image.size());
  if (!seen.empty()) image(seen).copyTo(moved(seen - around.tl()));
  if (!moving_)
    moving_ = backend_.compile(convolution(opencv::layout_of(moved), taps.extent,
                                           Operation::convolve, EdgeMode::constant, Region::valid),
                               *queue_);
  moving_->set_taps(taps);
  cv::Mat result(image.size(), image.type());
  moving_->run(*queue_, opencv::input_of(moved), opencv::output_of(result));
  return result;
}

}  // namespace samples
