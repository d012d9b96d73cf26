// SPDX-License-Identifier: LGPL-2.1-or-later
#include "lost_contrast.h"

#include <cmath>

#include <fmt/format.h>

#include "deviation.h"

namespace samples {
namespace {

/// The part of an image's contrast below which the library takes a place for flat.
constexpr double kFlat = 0x1p-16;

double contrast_of(const cv::Mat& luma, const cv::Mat& mask, bool has_level) {
  cv::Mat counts = luma == luma;
  if (!mask.empty()) counts &= mask;
  const auto [mean, deviation] = spread_of(luma, counts);
  return has_level ? deviation : std::hypot(mean, deviation);
}

}  // namespace

std::string lost_contrast_text(const cv::Mat& image, const cv::Mat& templ, const cv::Mat& mask,
                               bool has_level, double flat) {
  const double has = contrast_of(templ, mask, has_level);
  double largest = 0;
  if (flat == 0) cv::minMaxIdx(cv::abs(image), nullptr, &largest, nullptr, nullptr, image == image);
  if (flat == 0 && has >= kFlat * largest) return {};  // without a look at all contrast
  const double least = flat > 0 ? flat : kFlat * contrast_of(image, {}, has_level);
  if (!(has < least)) return {};
  const std::string text =
      fmt::format("the template's {} is {:.3g}, and less than {:.3g} counts as flat",
                  has_level ? "standard deviation" : "root of the mean square", has, least);
  if (flat > 0) return text;
  return fmt::format(
      "{} beside samples of up to {:.3g}; clip those, or search a part of the image without them",
      text, largest);
}

std::string high_level_text(const cv::Mat& templ) {
  constexpr double kLeastShare = 1e-3;
  const auto [mean, deviation] = spread_of(templ, templ == templ);
  if (!(deviation * deviation < kLeastShare * mean * mean)) return {};
  return fmt::format(
      "the template has a level of {:.3g} and a standard deviation of {:.3g}, which ccorr-normed "
      "cannot tell from a level alone: the place is not certain; ccoeff-normed leaves levels out",
      mean, deviation);
}

}  // namespace samples
