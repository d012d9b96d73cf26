// SPDX-License-Identifier: LGPL-2.1-or-later
// Samples that are not finite, where a program cannot keep them from the rest of an image.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <opencv2/core.hpp>

#include "image_file.h"

namespace samples {

/// Throws FileError with the place of the first sample of the colours that is not finite. Alpha
/// does not count. `why` ends the message.
inline void check_finite(const std::string& name, const cv::Mat& image, std::string_view why) {
  if (image.depth() != CV_32F) return;
  const int channels = image.channels(), colours = std::min(channels, 3);
  for (int y = 0; y < image.rows; ++y) {
    const auto* const row = image.ptr<float>(y);
    for (int i = 0; i < image.cols * channels; ++i) {
      if (std::isfinite(row[i]) || i % channels >= colours) continue;
      throw FileError(fmt::format(
          "'{}' is {} at row {}, column {}{}; finite samples are expected: {}", name, row[i], y,
          i / channels, channels > 1 ? fmt::format(" of {}", "BGR"[i % channels]) : "", why));
    }
  }
}

}  // namespace samples
