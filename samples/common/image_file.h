// SPDX-License-Identifier: LGPL-2.1-or-later
// Image files as the samples read and write them: their depth and channels as they are.
#pragma once

#include <stdexcept>
#include <string>

#include <opencv2/core.hpp>

namespace samples {

/// What is wrong with a file; the text names it.
struct FileError : std::runtime_error {
  using runtime_error::runtime_error;
};

/// Refuses what is no file, or cannot be opened.
void check_input(const std::string& path);

/// 8 or 16 bits or f32; 1, 3 (B G R) or 4 (and alpha) channels. Any format of OpenCV's.
cv::Mat read_image(const std::string& path);

/// Refuses formats that would lose bits, colours or alpha of an image like `image`, and places
/// where no file can be.
void check_output(const std::string& path, const cv::Mat& image);

/// Whether a name says that the format is TIFF.
bool is_tiff_name(const std::string& path);

/// Checks likewise. The file is there whole, or not at all.
void write_image(const std::string& path, const cv::Mat& image);

}  // namespace samples
