// SPDX-License-Identifier: LGPL-2.1-or-later
// Formats that OpenCV reads and writes. It says nothing by itself: what is wrong is said once, by
// the caller.
#pragma once

#include <string>
#include <vector>

#include <opencv2/core.hpp>

namespace samples {

/// An image as it lies in a file, or in `bytes` where there are some; empty where OpenCV finds it
/// damaged, or does not know it. cv::Exception where it says why.
cv::Mat read_by_opencv(const std::string& path, const std::vector<unsigned char>& bytes);

/// A file of the format that an ending names; empty where OpenCV cannot make one.
std::vector<unsigned char> encoded_by_opencv(const std::string& ending, const cv::Mat& image);

}  // namespace samples
