// SPDX-License-Identifier: LGPL-2.1-or-later
#include "image_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/imgcodecs.hpp>

#include "whole_file.h"

namespace samples {
namespace {

namespace fs = std::filesystem;

/// OpenCV's is silent from the start: what is wrong is said once, by us.
[[maybe_unused]] const auto log_level_before =
    cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);

/// TIFF's number of a compression that keeps floats of three channels as they are; OpenCV's default
/// for these is LogLuv.
constexpr int kLzw = 5;

/// What comes back from a file as it was, but for JPEG's and WebP's losses. OpenCV writes more,
/// but changes depth or channels then, without a word.
struct Format {
  std::vector<std::string> endings;
  std::vector<int> depths, channels;
};
const std::vector<Format>& formats() {
  static const std::vector<Format> kFormats = {
      {{".png"}, {CV_8U, CV_16U}, {1, 3, 4}},
      {{".tiff", ".tif"}, {CV_8U, CV_16U, CV_32F}, {1, 3, 4}},
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

std::string ending_of(const std::string& path) {
  std::string ending = fs::path(path).extension().string();
  std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return std::tolower(c); });
  return ending;
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
  return image.channels() == 1 ? "grey" : image.channels() == 3 ? "colour" : "alpha";
}

[[noreturn]] void fail(const char* what, const std::string& path, std::string_view reason) {
  throw FileError(fmt::format("cannot {} '{}': {}", what, path, reason));
}

}  // namespace

void check_input(const std::string& path) {
  std::error_code none;
  const fs::file_status status = fs::status(path, none);
  if (fs::is_directory(status)) fail("read", path, "it is a folder");
  // a pipe would be waited for
  if (fs::exists(status) && !fs::is_regular_file(status))
    fail("read", path, "it is a pipe or a device; a file is expected");
  if (!std::ifstream(path)) fail("read", path, std::strerror(errno));
  if (fs::file_size(path, none) == 0) fail("read", path, "it is empty");
}

cv::Mat read_image(const std::string& path) {
  check_input(path);
  cv::Mat image;
  try {
    image = cv::imread(path, cv::IMREAD_UNCHANGED);
  } catch (const cv::Exception& error) {
    if (error.err.find("CV_IO_MAX_IMAGE") != std::string::npos)
      fail("read", path,
           "its header claims more pixels than OpenCV reads: by default 2^20 a side, 2^30 in all "
           "(OPENCV_IO_MAX_IMAGE_PIXELS); from TIFF to TIFF 'filter_image --pieces' has no limit");
    fail("read", path, error.err);
  }
  if (image.empty())
    fail("read", path, "it is no image, or damaged, or of a format that this OpenCV lacks");
  if (image.depth() != CV_8U && image.depth() != CV_16U && image.depth() != CV_32F)
    throw FileError(
        fmt::format("'{}' has samples of type {}; 8 or 16 bits or 32-bit floats are expected", path,
                    cv::typeToString(image.type())));
  if (image.channels() == 2 || image.channels() > 4)
    throw FileError(
        fmt::format("'{}' has {} channels; 1, 3 or 4 are expected", path, image.channels()));
  return image;
}

void check_output(const std::string& path, const cv::Mat& image) {
  const std::string ending = ending_of(path);
  const auto format =
      std::ranges::find_if(formats(), [&](const Format& one) { return has(one.endings, ending); });
  if (ending.empty())
    fail("write", path,
         fmt::format("the ending of its name says the format; one of {} is expected",
                     endings_for(image)));
  if (format == formats().end())
    fail("write", path,
         fmt::format("{} is no format that is written; one of {} is expected", ending,
                     endings_for(image)));
  if (!holds(*format, image))
    fail("write", path,
         fmt::format("{} holds no {}; one of {} is expected", ending, excess(*format, image),
                     endings_for(image)));
  if (!cv::haveImageWriter(path))
    fail("write", path, fmt::format("this OpenCV cannot write {}", ending));
  std::error_code none;
  const fs::path folder = fs::path(path).parent_path();
  if (!folder.empty() && !fs::is_directory(folder, none))
    fail("write", path, fmt::format("there is no folder '{}'", folder.string()));
  if (fs::exists(path, none) && !fs::is_regular_file(path, none))
    fail("write", path, "it is there, and no file");
}

bool is_tiff_name(const std::string& path) {
  const std::string ending = ending_of(path);
  return ending == ".tiff" || ending == ".tif";
}

void write_image(const std::string& path, const cv::Mat& image) {
  check_output(path, image);
  std::vector<unsigned char> bytes;
  bool is_encoded = false;
  try {
    is_encoded = cv::imencode(ending_of(path), image, bytes, {cv::IMWRITE_TIFF_COMPRESSION, kLzw});
  } catch (const cv::Exception& error) {
    fail("write", path, error.err);
  }
  if (!is_encoded || bytes.empty()) fail("write", path, "OpenCV could not encode it");
  if (const std::string error = fftcore::tools::write_whole_file(path, bytes); !error.empty())
    fail("write", path, error);
}

}  // namespace samples
