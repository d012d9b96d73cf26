// SPDX-License-Identifier: LGPL-2.1-or-later
#include "similarity.h"

#include <cmath>

#include <opencv2/imgproc.hpp>

namespace samples {
namespace {

cv::Matx22d turn_of(const Similarity& similarity) {
  const double angle = similarity.degrees * CV_PI / 180;
  const double c = similarity.scale * std::cos(angle), s = similarity.scale * std::sin(angle);
  return {c, s, -s, c};  // y goes down
}

cv::Mat warped(const cv::Mat& image, const Similarity& similarity, int interpolation) {
  cv::Mat result;
  cv::warpAffine(image, result, matrix_of(similarity, image.size()), image.size(),
                 interpolation | cv::WARP_INVERSE_MAP, cv::BORDER_CONSTANT);
  return result;
}

cv::Mat warped(const cv::Mat& image, const cv::Matx33d& map, int interpolation) {
  cv::Mat result;
  cv::warpPerspective(image, result, map, image.size(), interpolation | cv::WARP_INVERSE_MAP,
                      cv::BORDER_CONSTANT);
  return result;
}

/// `seen` is 255 where all of a pixel was seen; parts of a pixel are not enough.
cv::Mat with_room(cv::Mat seen, int room) {
  cv::threshold(seen, seen, 254, 255, cv::THRESH_BINARY);
  cv::erode(seen, seen, cv::getStructuringElement(cv::MORPH_RECT, {2 * room + 1, 2 * room + 1}),
            {-1, -1}, 1, cv::BORDER_CONSTANT, cv::Scalar(0));
  return seen;
}

cv::Mat white(cv::Size size) {
  return {size, CV_8U, cv::Scalar(255)};
}

}  // namespace

Similarity composed(const Similarity& first, const Similarity& second) {
  const cv::Vec2d moved = turn_of(first) * cv::Vec2d(second.shift.x, second.shift.y);
  return {std::remainder(first.degrees + second.degrees, 360), first.scale * second.scale,
          first.shift + cv::Point2d(moved[0], moved[1])};
}

cv::Mat matrix_of(const Similarity& similarity, cv::Size size) {
  const cv::Matx22d turn = turn_of(similarity);
  const cv::Vec2d middle((size.width - 1) / 2.0, (size.height - 1) / 2.0);
  const cv::Vec2d rest = middle - turn * middle + cv::Vec2d(similarity.shift.x, similarity.shift.y);
  return (cv::Mat_<double>(2, 3) << turn(0, 0), turn(0, 1), rest[0], turn(1, 0), turn(1, 1),
          rest[1]);
}

cv::Mat moved_back(const cv::Mat& image, const Similarity& similarity) {
  return warped(image, similarity, cv::INTER_LANCZOS4);
}

cv::Mat moved_back(const cv::Mat& image, const cv::Matx33d& map) {
  return warped(image, map, cv::INTER_LANCZOS4);
}

cv::Mat seen_mask(const Similarity& similarity, cv::Size size, int room) {
  return with_room(warped(white(size), similarity, cv::INTER_LINEAR), room);
}

cv::Mat seen_mask(const cv::Matx33d& map, cv::Size size, int room) {
  return with_room(warped(white(size), map, cv::INTER_LINEAR), room);
}

Similarity similarity_of(const cv::Matx33d& map, cv::Size size) {
  const auto mapped = [&](double x, double y) {
    const cv::Vec3d place = map * cv::Vec3d(x, y, 1);
    return cv::Vec2d(place[0] / place[2], place[1] / place[2]);
  };
  const cv::Vec2d middle((size.width - 1) / 2.0, (size.height - 1) / 2.0);
  constexpr double kStep = 0.5;
  const cv::Vec2d right =
                      mapped(middle[0] + kStep, middle[1]) - mapped(middle[0] - kStep, middle[1]),
                  down =
                      mapped(middle[0], middle[1] + kStep) - mapped(middle[0], middle[1] - kStep),
                  shift = mapped(middle[0], middle[1]) - middle;
  const double c = (right[0] + down[1]) / 2, s = (down[0] - right[1]) / 2;  // as in turn_of()
  return {std::atan2(s, c) * 180 / CV_PI, std::hypot(c, s), {shift[0], shift[1]}};
}

}  // namespace samples
