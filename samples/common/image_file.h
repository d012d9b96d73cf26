// SPDX-License-Identifier: LGPL-2.1-or-later
// Image files as the samples read and write them: any format of OpenCV's, their depth and channels
// as they are.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include <opencv2/core.hpp>

namespace samples {

/// 8 or 16 bits or f32; 1, 3 (B G R) or 4 (and alpha) channels. Throws std::runtime_error with the
/// path.
cv::Mat read_image(const std::string& path);

/// Refuses formats that would lose bits or alpha.
void write_image(const std::string& path, const cv::Mat& image);

/// Where the result of `input` goes: `output` itself for one input unless that is a folder, else
/// its name in that folder, which is made if need be.
std::string output_path(const std::string& output, const std::string& input, bool has_several);

/// With several files of work: a line on standard error as each is done.
class Progress {
 public:
  explicit Progress(std::size_t files) : files_(files), begin_(std::chrono::steady_clock::now()) {}
  void done(const std::string& path);

 private:
  std::size_t files_, done_ = 0;
  std::chrono::steady_clock::time_point begin_;  ///< of the file under way
};

}  // namespace samples
