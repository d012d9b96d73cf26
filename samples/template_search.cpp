// SPDX-License-Identifier: LGPL-2.1-or-later
#include "template_search.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <tuple>
#include <utility>

#include <opencv2/imgproc.hpp>

#include "deviation.h"

namespace samples {

using namespace fftcore;

namespace {

/// Least side of the template as it is shown on the coarsest level, and most levels.
constexpr int kLeastSide = 16, kMostLevels = 6;

/// Most places that are scored at a time, a side, and how many templates at once.
constexpr int kPlaces = 512;
constexpr std::int64_t kTogether = 12;

/// Places around one that are looked at on the next level, to each side.
constexpr int kAround = 3;

/// Poses that are kept at a place on the coarsest level, and twice as many for each that is wanted;
/// half as many on each further level.
constexpr std::size_t kSpare = 4;

/// Within one angle and scale of the coarsest level, places may be so much nearer than in the end.
constexpr double kNearer = 0.5;

/// How often steps are halved on the image itself.
constexpr int kLastHalvings = 2;

/// Less its mean, which ccoeff_normed does not see: else images that are reduced or turned would be
/// rounded at its size.
cv::Mat without_level(Measure measure, const cv::Mat& image) {
  if (measure != Measure::ccoeff_normed) return image;
  return image - cv::Scalar(double(static_cast<float>(cv::mean(image)[0])));
}

/// Half as large; an odd last row and column are left out, so that places are exact.
cv::Mat halved(const cv::Mat& image, int interpolation) {
  cv::Mat result;
  const cv::Rect even(0, 0, std::max(2, image.cols & ~1), std::max(2, image.rows & ~1));
  cv::resize(image(even & cv::Rect({}, image.size())), result, even.size() / 2, 0, 0,
             interpolation);
  return result;
}

/// Where a place of a level lies on the level below.
cv::Point2d down(cv::Point2d place) {
  return {2 * place.x + 0.5, 2 * place.y + 0.5};
}

/// A whole pixel, so that a template that is not turned is shown as it is.
cv::Point2d middle_of(cv::Size size) {
  return cv::Point(size.width / 2, size.height / 2);
}

/// The largest score that there can be.
double most_score(Measure measure) {
  if (is_less_better(measure)) return 0;
  return measure == Measure::ccorr ? std::numeric_limits<double>::infinity() : 1;
}

/// Part of a sample by which the vertex of the parabola through three scores is off the second, as
/// search.h has it (Peak).
double vertex(double most, double before, double here, double after) {
  const double bend = 2 * here - before - after;
  if (!std::isfinite(bend) || bend <= 0) return 0;
  const double offset = std::clamp((after - before) / (2 * bend), -0.5, 0.5);
  if (std::isinf(most)) return offset;
  const double near = std::sqrt(std::max(0.0, most - here)),
               far = std::sqrt(std::max(0.0, most - std::max(before, after)));
  const double reach = near + far > 0 ? near / (near + far) : 0.5;
  return std::clamp(offset, -reach, reach);
}

/// Best first, without those that are near better ones: at most `alike` of them are kept at a
/// place, and `most` in all.
std::vector<Pose> apart(std::vector<Pose> poses, double distance, std::size_t alike,
                        std::size_t most) {
  std::ranges::sort(poses, std::greater(), [](const Pose& pose) {
    return std::tuple(pose.score, -pose.middle.y, -pose.middle.x, -pose.degrees, -pose.scale);
  });
  std::vector<Pose> kept;
  for (const Pose& pose : poses) {
    const auto near = std::ranges::count_if(kept, [&](const Pose& other) {
      return std::abs(other.middle.x - pose.middle.x) <= distance &&
             std::abs(other.middle.y - pose.middle.y) <= distance;
    });
    if (kept.size() < most && std::size_t(near) < alike) kept.push_back(pose);
  }
  return kept;
}

/// The best places of a surface of scores, between pixels.
std::vector<Pose> peaks_of(Measure measure, const cv::Mat& scores, double distance, int most) {
  cv::Mat left = scores.clone();
  std::vector<Pose> found;
  while (int(found.size()) < most) {
    double best = 0;
    cv::Point at;
    cv::minMaxLoc(left, nullptr, &best, nullptr, &at);
    if (best == kNoScore) break;
    const auto score = [&](int x, int y) {
      return cv::Rect({}, scores.size()).contains({x, y}) ? scores.at<double>(y, x) : kNoScore;
    };
    const double most_of_all = most_score(measure);
    Pose pose;
    pose.score = best;
    pose.middle = {at.x + vertex(most_of_all, score(at.x - 1, at.y), best, score(at.x + 1, at.y)),
                   at.y + vertex(most_of_all, score(at.x, at.y - 1), best, score(at.x, at.y + 1))};
    found.push_back(pose);
    const int reach = std::max(0, int(distance));
    left(cv::Rect(at.x - reach, at.y - reach, 2 * reach + 1, 2 * reach + 1) &
         cv::Rect({}, left.size())) = cv::Scalar(kNoScore);
  }
  return found;
}

}  // namespace

int SearchRange::count() const {
  return 1 + int(std::floor((to - from) / step + 1e-9));
}

cv::Matx23d matrix_of(const Pose& pose, cv::Size templ) {
  const double angle = pose.degrees * CV_PI / 180;
  const double c = pose.scale * std::cos(angle), s = pose.scale * std::sin(angle);
  const cv::Point2d middle = middle_of(templ);
  return {c,  s, pose.middle.x - c * middle.x - s * middle.y,  // y goes down
          -s, c, pose.middle.y + s * middle.x - c * middle.y};
}

TemplateSearch::TemplateSearch(Backend& backend, const Settings& settings, const cv::Mat& templ,
                               const cv::Mat& mask)
    : backend_(backend),
      settings_(settings),
      queue_(backend.create_queue({})),
      templates_{without_level(settings.measure, templ)},
      masks_{mask} {
  const double least = std::min(templ.rows, templ.cols) * settings.scale.from;
  if (!is_single())
    levels_ = std::clamp(int(std::floor(std::log2(least / kLeastSide))), 0, kMostLevels);
  while (std::min(templates_.back().rows, templates_.back().cols) >= 4) {
    templates_.push_back(halved(templates_.back(), cv::INTER_AREA));
    masks_.push_back(halved(masks_.back(), cv::INTER_AREA));
  }
  for (cv::Mat& one : masks_) cv::threshold(one, one, 127, 255, cv::THRESH_BINARY);
}

bool TemplateSearch::is_single() const {
  return settings_.rotation.count() == 1 && settings_.scale.count() == 1;
}

int TemplateSearch::side_at(int level) const {
  const double diagonal = std::hypot(templates_[0].rows, templates_[0].cols);
  return 2 * int(std::ceil(diagonal * settings_.scale.to / std::exp2(level) / 2)) + 3;
}

double TemplateSearch::distance_at(int level) const {
  const double half = std::min(templates_[0].rows, templates_[0].cols) * settings_.scale.from / 2;
  return (settings_.distance >= 0 ? settings_.distance : half) / std::exp2(level);
}

MaskedTemplate TemplateSearch::shown(const Pose& pose, int level) const {
  const int side = side_at(level);
  const double scale = pose.scale / std::exp2(level);
  // Of the reduced templates the one that is not reduced much further.
  std::size_t from = 0;
  while (scale * std::exp2(from) <= 0.5 && from + 1 < templates_.size()) ++from;
  cv::Point2d first = {0, 0};  // of its pixels, in the template's
  for (std::size_t i = 0; i < from; ++i) first = down(first);
  Pose here = pose;
  here.scale = scale;
  here.middle = cv::Point(side / 2, side / 2);
  cv::Matx23d matrix = matrix_of(here, templates_[0].size());
  const cv::Vec2d at = matrix * cv::Vec3d(first.x, first.y, 1);
  for (int row = 0; row < 2; ++row) {
    for (int column = 0; column < 2; ++column) matrix(row, column) *= std::exp2(from);
    matrix(row, 2) = at[row];
  }
  MaskedTemplate result;
  cv::warpAffine(templates_[from], result.samples, matrix, {side, side}, cv::INTER_LINEAR,
                 cv::BORDER_REPLICATE);
  cv::warpAffine(masks_[from], result.mask, matrix, {side, side}, cv::INTER_NEAREST,
                 cv::BORDER_CONSTANT);
  return result;
}

std::vector<Pose> TemplateSearch::coarse(const cv::Mat& image) {
  std::vector<Pose> poses, found;
  for (int i = 0; i < settings_.rotation.count(); ++i)
    for (int k = 0; k < settings_.scale.count(); ++k)
      poses.push_back({{},
                       settings_.rotation.from + i * settings_.rotation.step,
                       settings_.scale.from + k * settings_.scale.step});
  const cv::Size size(std::min(image.cols, kPlaces), std::min(image.rows, kPlaces));
  const auto together = std::min<std::size_t>(kTogether, poses.size());
  if (!coarse_ || size != coarse_size_)
    coarse_ = std::make_unique<MaskedMatcher>(backend_, *queue_, settings_.measure,
                                              side_at(levels_), size, together);
  coarse_size_ = size;
  const double distance = distance_at(levels_) * (is_single() ? 1 : kNearer);
  for (int top = 0; top < image.rows; top += size.height)
    for (int left = 0; left < image.cols; left += size.width) {
      coarse_->look_at(image, {left, top}, flat_);
      for (std::size_t first = 0; first < poses.size(); first += together) {
        std::vector<MaskedTemplate> templates;
        for (std::size_t i = first; i < std::min(first + together, poses.size()); ++i)
          templates.push_back(shown(poses[i], levels_));
        const auto scores = coarse_->scores(templates);
        for (std::size_t i = 0; i < scores.size(); ++i)
          for (Pose pose : peaks_of(settings_.measure, scores[i], distance, settings_.most + 1)) {
            pose.degrees = poses[first + i].degrees;
            pose.scale = poses[first + i].scale;
            pose.middle += cv::Point2d(left, top);
            found.push_back(pose);
          }
      }
    }
  return found;
}

Pose TemplateSearch::finer(const cv::Mat& image, int level, const Pose& pose, double fraction) {
  std::vector<Pose> poses;
  std::vector<MaskedTemplate> templates;
  const auto near = [&](const SearchRange& range, double value, int i) {
    return std::clamp(value + i * fraction * range.step, range.from, range.to);
  };
  const int turns = settings_.rotation.count() > 1, scales = settings_.scale.count() > 1;
  for (int i = -turns; i <= turns; ++i)
    for (int k = -scales; k <= scales; ++k) {
      poses.push_back(
          {{}, near(settings_.rotation, pose.degrees, i), near(settings_.scale, pose.scale, k)});
      templates.push_back(shown(poses.back(), level));
    }
  constexpr int kSide = 2 * kAround + 1;
  auto& matcher = fine_
                      .try_emplace(level, backend_, *queue_, settings_.measure, side_at(level),
                                   cv::Size(kSide, kSide), std::int64_t(poses.size()))
                      .first->second;
  const cv::Point first(cvRound(pose.middle.x) - kAround, cvRound(pose.middle.y) - kAround);
  matcher.look_at(image, first, flat_);
  const auto scores = matcher.scores(templates);
  Pose best;
  for (std::size_t i = 0; i < poses.size(); ++i)
    for (const Pose& peak : peaks_of(settings_.measure, scores[i], kSide, 1))
      if (peak.score > best.score)
        best = {peak.middle + cv::Point2d(first), poses[i].degrees, poses[i].scale, peak.score};
  return best;
}

std::vector<Pose> TemplateSearch::find(const cv::Mat& image) {
  constexpr double kLeast = 1e-150;  // squares of less are near the end of the range of doubles
  // As the library has it (TemplateMatching::flat): a constant that is not seen counts as the
  // rounding of samples near it.
  const Spread spread = spread_of(image);
  const double unseen = spread.mean / (settings_.measure == Measure::ccoeff_normed ? 256 : 1);
  flat_ = std::max(
      {kLeast, settings_.flat, settings_.flat_part * std::hypot(spread.deviation, unseen)});
  std::vector<cv::Mat> images{without_level(settings_.measure, image)};
  while (int(images.size()) <= levels_) images.push_back(halved(images.back(), cv::INTER_AREA));
  const auto wanted = std::size_t(settings_.most) + 1;
  std::vector<Pose> poses = coarse(images.back());
  if (is_single()) return apart(std::move(poses), distance_at(0), 1, wanted);
  double fraction = 1;
  std::size_t spare = kSpare;
  for (int step = levels_ + kLastHalvings; step > 0; --step) {
    const int before = std::max(0, step - kLastHalvings), level = std::max(0, before - 1);
    poses = apart(std::move(poses), distance_at(before), spare, 2 * spare * wanted);
    spare = std::max<std::size_t>(1, spare / 2);
    fraction /= 2;
    for (Pose& pose : poses) {
      if (level < before) pose.middle = down(pose.middle);
      pose = finer(images[std::size_t(level)], level, pose, fraction);
    }
  }
  std::erase_if(poses, [](const Pose& pose) { return pose.score == kNoScore; });
  return apart(std::move(poses), distance_at(0), 1, wanted);
}

}  // namespace samples
