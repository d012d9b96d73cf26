// SPDX-License-Identifier: LGPL-2.1-or-later
// What headers of PNM and PAM files say that OpenCV passes over.
#pragma once

#include <string>
#include <vector>

#include <opencv2/core.hpp>

namespace samples {

/// Brings samples of a PNM or PAM file to all of their bits. Its header may name another white than
/// 255 or 65535, and OpenCV heeds that in files of 8 bits as text alone.
void spread_to_white(const std::string& path, cv::Mat& image);

/// A PNM file of text that does not end with a line's end, which OpenCV takes for damaged: its
/// bytes with such an end. Of other files, none.
std::vector<unsigned char> text_without_end(const std::string& path);

}  // namespace samples
