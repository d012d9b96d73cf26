// SPDX-License-Identifier: LGPL-2.1-or-later
#include "registration.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <opencv2/imgproc.hpp>

#include "finite.h"
#include "float_scale.h"
#include "image_file.h"
#include "opencv.h"
#include "options.h"
#include "shift_choice.h"
#include "shifting_taps.h"

namespace samples {

using namespace fftcore;

namespace {

/// How often turn and scale are measured again, of the image as it was moved back: what is left
/// then is small, and measured better.
constexpr int kRefinements = 2;

/// Longest side of an image that turn and scale are measured of: more pixels tell them no better.
constexpr int kMostPixels = 1024;

/// Peaks that are looked at, of a surface, where the best one leaves doubts; and the likeness and
/// the confidence that leave none.
constexpr int kMostPeaks = 5;
constexpr double kSure = 0.5;

constexpr std::string_view kSpreads = "others reach all of a spectrum";

double white_of(const cv::Mat& image) {
  return image.depth() == CV_8U ? 255 : image.depth() == CV_16U ? 65535 : 1;
}

cv::Mat reduced(const cv::Mat& image, cv::Size size) {
  cv::Mat result;
  cv::resize(image, result, size, 0, 0, cv::INTER_AREA);
  return result;
}

/// Moved back, with what was not seen in the image's mean colour, without an edge.
cv::Mat faded(const cv::Mat& image, const Similarity& similarity) {
  const int fade = std::min(image.cols, image.rows) / 16;
  cv::Mat weight, plane, result = moved_back(image, similarity);
  seen_mask(similarity, image.size(), fade).convertTo(weight, CV_32F, 1.0 / 255);
  cv::blur(weight, weight, {2 * fade + 1, 2 * fade + 1});
  const cv::Scalar mean = cv::mean(image);
  for (int c = 0; c < image.channels(); ++c) {
    cv::extractChannel(result, plane, c);
    plane.convertTo(plane, CV_32F, 1, -mean[c]);
    cv::multiply(plane, weight, plane);
    plane.convertTo(plane, image.depth(), 1, mean[c]);
    cv::insertChannel(plane, result, c);
  }
  return result;
}

std::vector<cv::Point2d> places_of(std::span<const Peak> peaks) {
  std::vector<cv::Point2d> places;
  for (const Peak& peak : peaks) places.emplace_back(peak.x, peak.y);
  return places;
}

cv::Size2d period_of(const PhaseCorrelation& correlation) {
  const Extent period = surface_extent(correlation);
  return {double(period.columns), double(period.rows)};
}

/// The image. Samples that are not finite, or are marks for "no data", have a spectrum that hides
/// all others'.
const cv::Mat& checked(const std::string& name, const cv::Mat& image) {
  check_finite(name, image, kSpreads);
  return image;
}

cv::Matx33d whole_matrix(const Similarity& similarity, cv::Size size) {
  const cv::Mat rows = matrix_of(similarity, size);
  cv::Matx33d map = cv::Matx33d::eye();
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j) map(i, j) = rows.at<double>(i, j);
  return map;
}

std::string kind(const cv::Mat& image) {
  return fmt::format("{}x{} of type {}", image.cols, image.rows, cv::typeToString(image.type()));
}

}  // namespace

Registration::Registration(Backend& backend, const Settings& settings, std::string name,
                           cv::Mat reference)
    : backend_(backend),
      settings_(settings),
      name_(std::move(name)),
      reference_(std::move(reference)),
      scale_(scale_for(checked(name_, reference_))),
      scaled_reference_(scaled(reference_, scale_)),
      queue_(backend.create_queue({})),
      meter_(meter_with(scaled_reference_, settings.has_window, kMostPeaks)) {
  if (!settings.searched.rotation && !settings.searched.scale) return;
  const double reduction =
      std::min(1.0, double(kMostPixels) / std::max(reference_.cols, reference_.rows));
  small_ = {std::max(1, cvRound(reference_.cols * reduction)),
            std::max(1, cvRound(reference_.rows * reduction))};
  const cv::Mat small = reduced(scaled_reference_, small_);
  turn_and_scale_.emplace(backend, *queue_, settings.searched, small);
  small_meter_ = meter_with(small, settings.has_window);
  if (settings.model) refinement_.emplace(*settings.model, scaled_reference_);
}

Registration::Meter Registration::meter_with(const cv::Mat& reference, bool has_window, int peaks) {
  PhaseCorrelation correlation = phase_correlation(opencv::layout_of(reference));
  correlation.weights = opencv::luma_weights(reference.channels());
  if (!std::isnan(settings_.noise))
    correlation.noise = single("the noise in the images' units",
                               settings_.noise * white_of(reference) / 255 * scale_);
  correlation.bandwidth = single("--bandwidth", settings_.bandwidth);
  correlation.has_window = has_window;
  correlation.max_peaks = peaks;
  auto executable = backend_.compile(correlation, *queue_);
  executable->set_reference(*queue_, opencv::input_of(reference));
  return {std::move(executable), opencv::luma_of(reference)};
}

std::vector<Peak> Registration::peaks_of(Meter& meter, const cv::Mat& image) {
  meter.correlation->run(*queue_, opencv::input_of(image));
  const auto peaks = meter.correlation->peaks();
  return {peaks.begin(), peaks.end()};
}

Registration::Found Registration::shifted(Meter& meter, const cv::Mat& image,
                                          const Similarity& so_far) {
  const std::vector<Peak> peaks = peaks_of(meter, image);
  const cv::Mat luma = opencv::luma_of(image);
  if (peaks.empty() || !has_contrast(luma) || !has_contrast(meter.luma)) return {so_far, {}, 0};
  const ChosenShift chosen = chosen_shift(meter.luma, luma, places_of(std::span(peaks).first(1)),
                                          period_of(meter.correlation->correlation()));
  return {composed(so_far, {0, 1, chosen.shift}), {}, chosen.is_alike ? peaks[0].confidence : 0};
}

Registration::Found Registration::found_shift(const cv::Mat& image) {
  const std::vector<Peak> peaks = peaks_of(meter_, image);
  const cv::Mat luma = opencv::luma_of(image);
  if (peaks.empty() || !has_contrast(luma) || !has_contrast(meter_.luma)) return {};
  const cv::Size2d period = period_of(meter_.correlation->correlation());
  std::vector<cv::Point2d> places = places_of(peaks);
  const ChosenShift first = chosen_shift(meter_.luma, luma, std::span(places).first(1), period);
  const double confidence = first.is_alike ? peaks[0].confidence : 0;
  const Found usual{{0, 1, first.shift}, {}, confidence};
  if (first.likeness >= kSure && confidence >= kSure) return usual;
  if (settings_.has_window) {
    if (!plain_meter_.correlation) plain_meter_ = meter_with(scaled_reference_, false, kMostPeaks);
    for (const cv::Point2d place : places_of(peaks_of(plain_meter_, image)))
      places.push_back(place);
  }
  const ChosenShift best = chosen_shift(meter_.luma, luma, places, period);
  if (!best.is_alike) return usual;
  return {{0, 1, best.shift}, {}, std::max(best.margin, best.peak == 0 ? confidence : 0)};
}

Registration::Found Registration::turned(const cv::Mat& small) {
  Found best;
  const auto attempt = [&](const Similarity& similarity) {
    const Found found = shifted(small_meter_, faded(small, similarity), similarity);
    if (found.confidence > best.confidence) best = found;
  };
  for (const Similarity& candidate : turn_and_scale_->candidates(small)) attempt(candidate);
  for (int i = 0; i < kRefinements && best.confidence > 0; ++i) {
    const auto rest = turn_and_scale_->candidates(faded(small, best.similarity));
    if (!rest.empty()) attempt(composed(best.similarity, rest.front()));
  }
  return best;
}

Registration::Found Registration::find(const std::string& name, const cv::Mat& given) {
  if (given.size() != reference_.size() || given.type() != reference_.type())
    throw FileError(fmt::format("'{}' is {}, the reference '{}' {}; they must be alike", name,
                                kind(given), name_, kind(reference_)));
  const cv::Mat image = scaled(checked(name, given), scale_);
  Found found = similar(image);
  if (!settings_.model) return found;
  const cv::Matx33d about = whole_matrix(found.similarity, image.size());
  const auto refined = found.confidence > 0 ? refinement_->refined(image, about) : std::nullopt;
  if (!refined) return {found.similarity, about, 0};
  return {similarity_of(refined->map, image.size()), refined->map, refined->confidence};
}

Registration::Found Registration::similar(const cv::Mat& image) {
  if (!turn_and_scale_) return found_shift(image);
  Found found = turned(reduced(image, small_));
  if (small_ == image.size() || found.confidence <= 0) return found;
  found.similarity.shift *= double(image.cols) / small_.width;
  return shifted(meter_, faded(image, found.similarity), found.similarity);
}

cv::Mat Registration::aligned(const cv::Mat& image, const Found& found) {
  if (found.map) return moved_back(image, *found.map);
  const Similarity& similarity = found.similarity;
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
