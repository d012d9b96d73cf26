// SPDX-License-Identifier: LGPL-2.1-or-later
// Samples that are not finite, or marks such as for "no data", where a program cannot keep them
// from the rest of an image.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <opencv2/core.hpp>

#include "image_file.h"

namespace samples {

/// Calls visit(y, i) for each sample of the colours, which row y has as its number i. Alpha does
/// not count.
template <class Visit>
void for_each_colour(const cv::Mat& image, Visit visit) {
  const int channels = image.channels(), colours = std::min(channels, 3);
  for (int y = 0; y < image.rows; ++y)
    for (int i = 0; i < image.cols * channels; ++i)
      if (i % channels < colours) visit(y, i);
}

/// A magnitude that marks are beyond, and no others: 2^30 times all others, of which some are not
/// 0. Infinite where there are none. Samples are finite floats.
inline float least_mark(const cv::Mat& image) {
  constexpr float kContrast = 0x1p-30F, kAlike = 0x1p-3F;
  float most = 0;
  const auto at = [&](int y, int i) { return std::abs(image.ptr<float>(y)[i]); };
  for_each_colour(image, [&](int y, int i) { most = std::max(most, at(y, i)); });
  bool has_others = false, has_between = false;
  for_each_colour(image, [&](int y, int i) {
    const float one = at(y, i);
    has_others |= one > 0 && one <= most * kContrast;
    has_between |= one > most * kContrast && one < most * kAlike;
  });
  return has_others && !has_between ? most * kAlike : std::numeric_limits<float>::infinity();
}

/// Throws FileError with the place of the first sample of the colours that is not finite, or a
/// mark. `why` ends the message.
inline void check_finite(const std::string& name, const cv::Mat& image, std::string_view why) {
  if (image.depth() != CV_32F) return;
  const int channels = image.channels();
  const auto refuse_others = [&](const auto& is_good, std::string_view expected) {
    for_each_colour(image, [&](int y, int i) {
      const float sample = image.ptr<float>(y)[i];
      if (is_good(sample)) return;
      throw FileError(fmt::format(
          "'{}' is {} at row {}, column {}{}; {}: {}", name, sample, y, i / channels,
          channels > 1 ? fmt::format(" of {}", "BGR"[i % channels]) : "", expected, why));
    });
  };
  refuse_others([](float sample) { return std::isfinite(sample); }, "finite samples are expected");
  const float limit = least_mark(image);
  refuse_others([&](float sample) { return std::abs(sample) < limit; },
                "samples that stand for none, such as those for \"no data\", have to become "
                "plausible ones before");
}

}  // namespace samples
