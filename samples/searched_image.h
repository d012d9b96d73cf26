// SPDX-License-Identifier: LGPL-2.1-or-later
// Images of floats as a search takes them: without marks for "no data", at a scale that single
// precision holds.
#pragma once

#include <cstdint>
#include <string>

#include <opencv2/core.hpp>

namespace samples {

struct SearchedImage {
  cv::Mat image;  ///< as it was; or its brightness, NaN for what does not count, maybe less a level
  double scale = 1;             ///< what its samples are multiplied by, a power of 2
  std::int64_t unseen = 0;      ///< how many samples of brightness do not count
  cv::Point first_unseen = {};  ///< in reading order
  float first_value = 0;        ///< what it was
};

/// How far marks are above other samples, in standard deviations of these, so that double precision
/// does not hold the squares of both.
inline constexpr double kBeyondSquares = 0x1p20;

/// `has_level`: of find_marks() (fftcore/marks.h). Its marks are those that are so many deviations
/// of other samples away from their mean.
SearchedImage searched_image(const cv::Mat& image, bool has_level, double deviations = 0);

/// "3 of 100 samples are not finite, ...; the first is ...", of an image that has some.
std::string unseen_text(const SearchedImage& searched);

/// Brightness in single precision, made in strips, for memory's sake.
cv::Mat single_luma(const cv::Mat& image);

}  // namespace samples
