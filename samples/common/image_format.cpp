// SPDX-License-Identifier: LGPL-2.1-or-later
#include "image_format.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <opencv2/imgcodecs.hpp>

#include "image_file.h"

namespace samples {
namespace {

namespace fs = std::filesystem;

/// What comes back from a file as it was, but for JPEG's and WebP's losses. OpenCV writes more,
/// but changes depth or channels then, without a word.
struct Format {
  std::vector<std::string> endings;
  std::vector<int> depths, channels;
};
const std::vector<Format>& formats() {
  static const std::vector<Format> kFormats = {
      {{".png"}, {CV_8U, CV_16U}, {1, 3, 4}},
      {{".tiff", ".tif"}, {CV_8U, CV_16U, CV_32F}, {1, 2, 3, 4}},
      {{".jpg", ".jpeg", ".jpe"}, {CV_8U}, {1, 3}},
      {{".bmp", ".dib"}, {CV_8U}, {1, 3}},
      {{".webp"}, {CV_8U}, {3, 4}},
      {{".pgm"}, {CV_8U, CV_16U}, {1}},
      {{".ppm"}, {CV_8U, CV_16U}, {3}},
      {{".pnm"}, {CV_8U, CV_16U}, {1, 3}},
      {{".pfm"}, {CV_32F}, {1, 3}},
      {{".exr"}, {CV_32F}, {1, 3, 4}},
  };
  return kFormats;
}

bool has(const auto& values, const auto& value) {
  return std::ranges::find(values, value) != values.end();
}

bool holds(const Format& format, const cv::Mat& image) {
  return has(format.depths, image.depth()) && has(format.channels, image.channels());
}

/// Endings of the formats that hold images like `image`.
std::string endings_for(const cv::Mat& image) {
  std::vector<std::string> endings;
  for (const Format& format : formats())
    if (holds(format, image)) endings.push_back(format.endings[0]);
  return fmt::format("{}", fmt::join(endings, " "));
}

/// What of `image` does not fit.
std::string excess(const Format& format, const cv::Mat& image) {
  if (!has(format.depths, image.depth()))
    return image.depth() == CV_8U    ? "8 bits"
           : image.depth() == CV_16U ? "16 bits"
                                     : "floating-point samples";
  return image.channels() == 1   ? "grey"
         : image.channels() == 2 ? "two channels"
         : image.channels() == 3 ? "colour"
                                 : "alpha";
}

[[noreturn]] void refuse(const std::string& path, std::string_view reason) {
  throw FileError(fmt::format("cannot write '{}': {}", path, reason));
}

}  // namespace

std::string ending_of(const std::string& path) {
  std::string ending = fs::path(path).extension().string();
  std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return std::tolower(c); });
  return ending;
}

void check_output(const std::string& path, const cv::Mat& image) {
  const std::string ending = ending_of(path);
  const auto format =
      std::ranges::find_if(formats(), [&](const Format& one) { return has(one.endings, ending); });
  if (ending.empty())
    refuse(path, fmt::format("the ending of its name says the format; one of {} is expected",
                             endings_for(image)));
  if (format == formats().end())
    refuse(path, fmt::format("{} is no format that is written; one of {} is expected", ending,
                             endings_for(image)));
  if (!holds(*format, image))
    refuse(path, fmt::format("{} holds no {}; one of {} is expected", ending,
                             excess(*format, image), endings_for(image)));
  if (!cv::haveImageWriter(path)) refuse(path, fmt::format("this OpenCV cannot write {}", ending));
  std::error_code none;
  const fs::path folder = fs::path(path).parent_path();
  if (!folder.empty() && !fs::is_directory(folder, none))
    refuse(path, fmt::format("there is no folder '{}'", folder.string()));
  if (fs::exists(path, none) && !fs::is_regular_file(path, none))
    refuse(path, "it is there, and no file");
}

bool is_tiff_name(const std::string& path) {
  const std::string ending = ending_of(path);
  return ending == ".tiff" || ending == ".tif";
}

}  // namespace samples
