// SPDX-License-Identifier: LGPL-2.1-or-later
#include "shift_choice.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "deviation.h"

namespace samples {
namespace {

/// Likeness that is no chance, in standard deviations of that: of one peak, and of several, since
/// one of many is as like as that more often.
constexpr double kLeastDeviations = 3, kLeastOfSeveral = 5;
/// Shifts that are no farther apart, in pixels, are one shift.
constexpr double kSame = 1.5;
/// More likeness than this is as good as equality, of which there is no error.
constexpr double kMostLikeness = 1 - 1e-9;

/// The part less the last of its rows or columns: so many slopes it has.
cv::Rect less_one(cv::Rect part, int axis) {
  return {part.tl(), part.size() - (axis == 0 ? cv::Size(0, 1) : cv::Size(1, 0))};
}

/// Differences between neighbouring samples, down and to the right.
class Slopes {
 public:
  explicit Slopes(const cv::Mat& image) {
    cv::Mat values;
    const double largest = cv::norm(image, cv::NORM_INF);  // squares hold what they are divided by
    image.convertTo(values, CV_64F, largest > 0 ? 1 / largest : 1);
    const cv::Rect all({}, image.size());
    double power = 0, count = 0;
    for (int axis = 0; axis < 2; ++axis) {
      const cv::Rect first = less_one(all, axis);
      if (first.empty()) continue;
      along_[axis] =
          values(first + (axis == 0 ? cv::Point(0, 1) : cv::Point(1, 0))) - values(first);
      power += along_[axis].dot(along_[axis]);
      count += double(first.area());
    }
    // Of a texture of spots of deviation s, the variance is s^2 times that of its slopes.
    const double deviation = spread_of(values).deviation;
    if (power > 0) area_ = std::max(1.0, 2 * CV_PI * deviation * deviation * count / power);
  }

  /// Pixels of an independent one.
  double area() const { return area_; }

  /// Of what two parts of one size show; 0 where one has no slopes.
  double correlation(const Slopes& other, cv::Rect mine, cv::Rect its) const {
    const double norms = std::sqrt(product(*this, mine, mine) * other.product(other, its, its));
    return norms > 0 ? product(other, mine, its) / norms : 0;
  }

 private:
  double product(const Slopes& other, cv::Rect mine, cv::Rect its) const {
    double sum = 0;
    for (int axis = 0; axis < 2; ++axis) {
      const cv::Rect from = less_one(mine, axis), to = less_one(its, axis);
      if (!from.empty()) sum += along_[axis](from).dot(other.along_[axis](to));
    }
    return sum;
  }

  std::array<cv::Mat, 2> along_;
  double area_ = std::numeric_limits<double>::infinity();
};

/// The part of the reference that an image shows which is moved by `shift`.
cv::Rect overlap(cv::Size size, cv::Point shift) {
  return cv::Rect({}, size) & cv::Rect(-shift, size);
}

double largest_side(cv::Point2d shift) {
  return std::max(std::abs(shift.x), std::abs(shift.y));
}

}  // namespace

bool has_contrast(const cv::Mat& image) {
  const Spread spread = spread_of(image);
  return spread.deviation >
         0x1p-23 * std::abs(spread.mean);  // one or two steps of single precision
}

ChosenShift chosen_shift(const cv::Mat& reference, const cv::Mat& image,
                         std::span<const cv::Point2d> peaks, cv::Size2d period) {
  const Slopes before(reference), after(image);
  const double area = std::max(before.area(), after.area());
  struct Judged {
    cv::Point2d shift;
    double deviations;
  };
  std::vector<Judged> all;
  ChosenShift chosen{.shift = peaks.front()};
  double best = peaks.size() > 1 ? kLeastOfSeveral : kLeastDeviations;
  const auto judge = [&](std::size_t number, cv::Point2d shift) {
    const cv::Point whole(cvRound(shift.x), cvRound(shift.y));
    const cv::Rect seen = overlap(image.size(), whole);
    if (seen.empty() || std::ranges::any_of(all, [&](const Judged& other) {
          return largest_side(other.shift - shift) < kSame;
        }))
      return;
    const double r = before.correlation(after, seen, seen + whole),
                 deviations = std::atanh(std::clamp(r, -kMostLikeness, kMostLikeness)) *
                              std::sqrt(double(seen.area()) / area);
    all.push_back({shift, deviations});
    if (deviations < best) return;
    best = deviations;
    // As it is, the image is compared with the same part of the reference.
    chosen = {shift, whole == cv::Point() || r >= before.correlation(after, seen, seen), number, r};
  };
  for (std::size_t number = 0; number < peaks.size(); ++number) {
    const cv::Point2d peak = peaks[number];
    for (const double y : {peak.y, peak.y - std::copysign(period.height, peak.y)})
      for (const double x : {peak.x, peak.x - std::copysign(period.width, peak.x)})
        judge(number, {x, y});
  }
  double next = 0;
  for (const Judged& other : all)
    if (other.shift != chosen.shift) next = std::max(next, other.deviations);
  if (chosen.likeness > 0) chosen.margin = 1 - next / best;
  return chosen;
}

}  // namespace samples
