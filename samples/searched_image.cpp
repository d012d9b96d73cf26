// SPDX-License-Identifier: LGPL-2.1-or-later
#include "searched_image.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "fftcore/marks.h"
#include "float_scale.h"
#include "opencv.h"

namespace samples {
namespace {

/// What is smaller or larger than that everywhere leaves what the library's search computes with.
constexpr double kLeastSingle = 0x1p-30, kMostSingle = 0x1p40;

/// Counts what is not finite in `seen`, which was `before`.
void count_unseen(const cv::Mat& before, const cv::Mat& seen, SearchedImage& result) {
  for (int y = 0; y < seen.rows; ++y)
    for (int x = 0; x < seen.cols; ++x) {
      if (std::isfinite(seen.at<float>(y, x))) continue;
      if (result.unseen++ > 0) continue;
      result.first_unseen = {x, y};
      result.first_value = before.at<float>(y, x);
    }
}

/// Of all channels.
std::ptrdiff_t samples_of_row(const cv::Mat& image) {
  return std::ptrdiff_t{image.cols} * image.channels();
}

/// The mean of samples that are finite; 0 where none is.
double mean_of(const cv::Mat& luma) {
  double count = 0, sum = 0;
  for (int y = 0; y < luma.rows; ++y)
    for (int x = 0; x < luma.cols; ++x)
      if (const auto sample = double(luma.at<float>(y, x)); std::isfinite(sample))
        ++count, sum += sample;
  return count > 0 ? sum / count : 0;
}

/// Whether one is so many deviations of the samples that are finite away from their mean.
bool are_beyond(const fftcore::Marks& marks, const cv::Mat& luma, double deviations) {
  const double mean = mean_of(luma);
  double count = 0, squares = 0;
  for (int y = 0; y < luma.rows; ++y)
    for (int x = 0; x < luma.cols; ++x)
      if (const auto sample = double(luma.at<float>(y, x)); std::isfinite(sample))
        ++count, squares += (sample - mean) * (sample - mean);
  const double deviation = count > 0 ? std::sqrt(squares / count) : 0;
  return std::ranges::any_of(
      marks.values, [&](double mark) { return std::abs(mark - mean) >= deviations * deviation; });
}

/// In all channels.
void take_out(const fftcore::Marks& marks, cv::Mat& image) {
  const auto is_mark = [&](float sample) {
    return std::ranges::find(marks.values, double(sample)) != marks.values.end();
  };
  for (int y = 0; y < image.rows; ++y)
    std::replace_if(image.ptr<float>(y), image.ptr<float>(y) + samples_of_row(image), is_mark,
                    std::numeric_limits<float>::quiet_NaN());
}

double largest_of(const cv::Mat& luma) {
  float largest = 0;
  for (int y = 0; y < luma.rows; ++y)
    for (int x = 0; x < luma.cols; ++x)
      if (const float size = std::abs(luma.at<float>(y, x)); std::isfinite(size))
        largest = std::max(largest, size);
  return double(largest);
}

}  // namespace

SearchedImage searched_image(const cv::Mat& image, bool has_level, double deviations) {
  SearchedImage result{image};
  if (image.depth() != CV_32F) return result;
  const cv::Mat before = image.channels() == 1 ? image : single_luma(image);
  cv::Mat luma = before;
  // Marks of one channel or another would become many values of luma.
  const fftcore::Marks marks =
      fftcore::find_marks(image.ptr<float>(), {image.rows, samples_of_row(image)},
                          std::int64_t(image.step1()), has_level);
  if (!marks.values.empty()) {
    cv::Mat others = image.clone();
    take_out(marks, others);
    if (others.channels() > 1) others = single_luma(others);
    if (are_beyond(marks, others, deviations)) result.image = luma = others;
  }
  count_unseen(before, luma, result);
  // The library would look for the level in samples that are not finite.
  if (has_level && result.unseen > 0)
    result.image = luma = luma - cv::Scalar(double(static_cast<float>(mean_of(luma))));
  if (const double largest = largest_of(luma);
      largest > 0 && (largest < kLeastSingle || largest > kMostSingle)) {
    result.scale = scale_for(luma);
    result.image = scaled(luma, result.scale);
  }
  return result;
}

std::string unseen_text(const SearchedImage& searched) {
  return fmt::format(
      "{} of {} samples are not finite, or so much larger than the others that rounding hides "
      "those; the first is {:.6g} at row {}, column {}",
      searched.unseen, searched.image.total(), searched.first_value, searched.first_unseen.y,
      searched.first_unseen.x);
}

cv::Mat single_luma(const cv::Mat& image) {
  constexpr int kRows = 64;
  cv::Mat result(image.size(), CV_32F);
  for (int row = 0; row < image.rows; row += kRows) {
    const cv::Range rows(row, std::min(row + kRows, image.rows));
    cv::Mat strip = result.rowRange(rows);
    fftcore::opencv::luma_of(image.rowRange(rows)).convertTo(strip, CV_32F);
  }
  return result;
}

}  // namespace samples
