// SPDX-License-Identifier: LGPL-2.1-or-later
#include "masked_matcher.h"

#include <algorithm>
#include <cmath>

#include <opencv2/imgproc.hpp>

#include "deviation.h"
#include "opencv.h"

namespace samples {

using namespace fftcore;

namespace {

/// The image with the template, the image with the mask, the squared image with the mask.
constexpr int kSums = 3;

/// Of a template: how many samples count, their mean, and their squares' sum less the mean.
struct Moments {
  double count, mean, squares;
};

Moments moments_of(const MaskedTemplate& one) {
  const Spread spread = spread_of(one.samples, one.mask);
  const double count = cv::countNonZero(one.mask);
  return {count, spread.mean, count * spread.deviation * spread.deviation};
}

double score_of(Measure measure, const Moments& part, const Moments& pattern, double product,
                double flat) {
  const double least = part.count * flat * flat;
  const auto normed = [&](double value, double a, double b) {
    return b < least || a <= 0 ? 0 : value / std::sqrt(a * b);
  };
  const auto all = [](const Moments& m) { return m.squares + m.count * m.mean * m.mean; };
  const double mixed = product + part.count * part.mean * pattern.mean;
  const double apart =
      std::max(0.0, part.squares + pattern.squares - 2 * product +
                        part.count * (part.mean - pattern.mean) * (part.mean - pattern.mean));
  switch (measure) {
    case Measure::ccoeff_normed: return normed(product, pattern.squares, part.squares);
    case Measure::ccorr_normed: return normed(mixed, all(pattern), all(part));
    case Measure::ccorr: return mixed;
    case Measure::sqdiff: return -apart;
    case Measure::sqdiff_normed:
      return all(part) < least ? -1 : -normed(apart, all(pattern), all(part));
  }
  return kNoScore;
}

}  // namespace

MaskedMatcher::MaskedMatcher(Backend& backend, Queue& queue, Measure measure, int side,
                             cv::Size size, std::int64_t templates)
    : queue_(queue), measure_(measure), side_(side), size_(size) {
  around_.create(size.height + side - 1, size.width + side - 1, CV_64FC(kSums));
  // An image's transform serves all templates.
  correlation_ = backend.compile(
      with_filters(convolution(opencv::layout_of(around_), {side, side}, Operation::correlate,
                               EdgeMode::constant, Region::valid),
                   templates, Mixing::diagonal),
      queue);
}

void MaskedMatcher::look_at(const cv::Mat& image, cv::Point first, double flat) {
  flat_ = flat;
  const cv::Rect wanted(first - cv::Point(side_ / 2, side_ / 2), around_.size());
  const cv::Rect inside = wanted & cv::Rect({}, image.size());
  cv::Mat part(around_.size(), CV_64F, cv::Scalar(0));
  mean_ = inside.empty() ? 0 : cv::mean(image(inside))[0];
  if (!inside.empty()) {
    cv::Mat target = part(inside - wanted.tl());
    cv::subtract(image(inside), cv::Scalar(mean_), target, cv::noArray(), CV_64F);
  }
  cv::merge(std::vector<cv::Mat>{part, part, part.mul(part)}, around_);
  reachable_ = cv::Rect({}, image.size()) - first;
}

cv::Mat MaskedMatcher::scores_of(const MaskedTemplate& one, const cv::Mat& sums) const {
  const cv::Rect box = cv::boundingRect(one.mask) - cv::Point(side_ / 2, side_ / 2);
  const Moments pattern = moments_of(one);
  cv::Mat scores(size_, CV_64F, cv::Scalar(kNoScore));
  // Places from which the template reaches nothing beyond the image.
  const cv::Rect places =
      cv::Rect(reachable_.tl() - box.tl(),
               cv::Size(reachable_.width - box.width + 1, reachable_.height - box.height + 1)) &
      cv::Rect({}, size_);
  if (pattern.count == 0) return scores;
  for (int y = places.y; y < places.y + places.height; ++y)
    for (int x = places.x; x < places.x + places.width; ++x) {
      const auto& [product, sum, squares] = sums.at<cv::Vec3d>(y, x).val;
      const Moments part = {pattern.count, mean_ + sum / pattern.count,
                            std::max(0.0, squares - sum * sum / pattern.count)};
      const double score = score_of(measure_, part, pattern, product, flat_);
      if (std::isfinite(score)) scores.at<double>(y, x) = score;
    }
  return scores;
}

std::vector<cv::Mat> MaskedMatcher::scores(std::span<const MaskedTemplate> templates) {
  const auto room = std::size_t(correlation_->convolution().filters);
  std::vector<Taps> taps;
  for (const MaskedTemplate& one : templates) {
    cv::Mat ones, contrast;
    one.mask.convertTo(ones, CV_64F, 1.0 / 255);
    cv::subtract(one.samples, cv::Scalar(moments_of(one).mean), contrast, cv::noArray(), CV_64F);
    taps.push_back(opencv::taps_of(contrast.mul(ones)));
    taps.push_back(opencv::taps_of(ones));
    taps.push_back(taps.back());
  }
  while (taps.size() < room * kSums)  // of no template
    taps.push_back({{side_, side_}, std::vector<double>(std::size_t(side_) * std::size_t(side_))});
  correlation_->set_taps(taps);
  cv::Mat sums(size_.height * int(room), size_.width, CV_64FC(kSums));
  correlation_->run(queue_, opencv::input_of(around_), opencv::output_of(sums));
  std::vector<cv::Mat> all;
  for (std::size_t i = 0; i < templates.size(); ++i)
    all.push_back(
        scores_of(templates[i], sums.rowRange(int(i) * size_.height, int(i + 1) * size_.height)));
  return all;
}

}  // namespace samples
