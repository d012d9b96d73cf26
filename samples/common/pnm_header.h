// SPDX-License-Identifier: LGPL-2.1-or-later
// What headers of PNM and PAM files say that OpenCV passes over.
#pragma once

#include <string>

#include <opencv2/core.hpp>

namespace samples {

/// Brings samples of a PNM or PAM file to all of their bits. Its header may name another white than
/// 255 or 65535, which OpenCV passes over. FileError where a sample is larger than that.
void spread_to_white(const std::string& path, cv::Mat& image);

}  // namespace samples
