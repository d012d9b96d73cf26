// SPDX-License-Identifier: LGPL-2.1-or-later
#include "image_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <stdexcept>

#include <fmt/format.h>
#include <opencv2/imgcodecs.hpp>

namespace samples {
namespace {

namespace fs = std::filesystem;

/// TIFF's number of a compression that keeps floats of three channels as they are; OpenCV's default
/// for these is LogLuv.
constexpr int kLzw = 5;

[[noreturn]] void fail(const std::string& text) {
  throw std::runtime_error(text);
}

/// What formats hold besides 8 bits of one or three channels. Others are taken to hold nothing
/// more.
struct Format {
  const char* extension;
  bool u16, f32, alpha;
};
constexpr Format kFormats[] = {
    {".png", true, false, true},   {".tif", true, true, true},   {".tiff", true, true, true},
    {".webp", false, false, true}, {".exr", false, true, false}, {".jp2", true, false, false},
    {".pgm", true, false, false},  {".ppm", true, false, false},
};

void check_format(const std::string& path, const cv::Mat& image) {
  std::string extension = fs::path(path).extension().string();
  std::ranges::transform(extension, extension.begin(),
                         [](unsigned char c) { return std::tolower(c); });
  if (extension.empty())
    fail(
        fmt::format("cannot write '{}': the ending of its name says the format, as in .png", path));
  const auto* found = std::ranges::find_if(
      kFormats, [&](const Format& format) { return extension == format.extension; });
  const Format format = found == std::end(kFormats) ? Format{} : *found;
  const bool holds_depth = image.depth() == CV_8U || (image.depth() == CV_16U && format.u16) ||
                           (image.depth() == CV_32F && format.f32);
  if (!holds_depth || (image.channels() == 4 && !format.alpha))
    fail(fmt::format("cannot write '{}': {} holds no {}; use .{}", path, extension,
                     holds_depth               ? "alpha"
                     : image.depth() == CV_16U ? "16 bits"
                                               : "floating-point samples",
                     image.depth() == CV_32F ? "tiff" : "png"));
}

}  // namespace

cv::Mat read_image(const std::string& path) {
  if (fs::is_directory(path)) fail(fmt::format("cannot read '{}': it is a folder", path));
  if (!std::ifstream(path)) fail(fmt::format("cannot read '{}': {}", path, std::strerror(errno)));
  cv::Mat image;
  try {
    image = cv::imread(path, cv::IMREAD_UNCHANGED);
  } catch (const cv::Exception& error) {
    fail(fmt::format("cannot read '{}': {}", path, error.err));
  }
  if (image.empty())
    fail(fmt::format(
        "cannot read '{}': it is no image, or damaged, or of a format that this OpenCV lacks",
        path));
  if (image.depth() != CV_8U && image.depth() != CV_16U && image.depth() != CV_32F)
    fail(fmt::format("'{}' has samples of type {}; 8 or 16 bits or 32-bit floats are expected",
                     path, cv::typeToString(image.type())));
  if (image.channels() == 2 || image.channels() > 4)
    fail(fmt::format("'{}' has {} channels; 1, 3 or 4 are expected", path, image.channels()));
  return image;
}

void write_image(const std::string& path, const cv::Mat& image) {
  check_format(path, image);
  if (const fs::path folder = fs::path(path).parent_path();
      !folder.empty() && !fs::is_directory(folder))
    fail(fmt::format("cannot write '{}': there is no folder '{}'", path, folder.string()));
  bool written = false;
  try {
    written = cv::imwrite(path, image, {cv::IMWRITE_TIFF_COMPRESSION, kLzw});
  } catch (const cv::Exception& error) {
    fail(fmt::format("cannot write '{}': {}", path, error.err));
  }
  if (!written)
    fail(fmt::format("cannot write '{}': may you write there, and is there room?", path));
}

std::string output_path(const std::string& output, const std::string& input, bool has_several) {
  if (!has_several && !fs::is_directory(output)) return output;
  std::error_code error;
  fs::create_directories(output, error);
  if (!fs::is_directory(output))
    fail(fmt::format("'{}' must be a folder for the results of several images", output));
  return (fs::path(output) / fs::path(input).filename()).string();
}

void Progress::done(const std::string& path) {
  const auto now = std::chrono::steady_clock::now();
  ++done_;
  if (files_ > 1) {
    std::cerr << fmt::format("[{}/{}] {} {:.0f} ms\n", done_, files_, path,
                             std::chrono::duration<double, std::milli>(now - begin_).count());
  }
  begin_ = now;
}

}  // namespace samples
