// SPDX-License-Identifier: LGPL-2.1-or-later
#include "image_file.h"

#include <vector>

#include <fmt/format.h>

#include "formats.h"
#include "image_format.h"
#include "image_pixels.h"
#include "other_formats.h"
#include "whole_file.h"

namespace samples {
namespace {

namespace pictures = fftcore::pictures;

using pictures::Alpha;

[[noreturn]] void fail(const char* what, const std::string& path, std::string_view reason) {
  throw FileError(fmt::format("cannot {} '{}': {}", what, path, reason));
}

int depth_of(fftcore::Element element) {
  return element == fftcore::Element::u8    ? CV_8U
         : element == fftcore::Element::u16 ? CV_16U
                                            : CV_32F;
}

fftcore::Element element_of(const cv::Mat& image) {
  return image.depth() == CV_8U    ? fftcore::Element::u8
         : image.depth() == CV_16U ? fftcore::Element::u16
                                   : fftcore::Element::f32;
}

cv::Mat read_other(const std::string& path, int page, FileTags& tags) {
  pictures::check_page(path, reading_of(page), 1);
  cv::Mat image;
  try {
    image = read_by_opencv(path);
  } catch (const cv::Exception& error) {
    if (error.err.find("CV_IO_MAX_IMAGE") != std::string::npos)
      fail("read", path,
           "its header claims more pixels than OpenCV reads: by default 2^20 a side, 2^30 in all "
           "(OPENCV_IO_MAX_IMAGE_PIXELS)");
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
  // Of all formats that have floats and alpha, OpenEXR alone is read by OpenCV.
  if (image.depth() == CV_32F) tags.alpha = Alpha::premultiplied;
  return image;
}

cv::Mat read_with_tags(const std::string& path, int page, FileTags& tags) {
  if (pictures::format_of(path) == pictures::Format::other) return read_other(path, page, tags);
  cv::Mat image;
  pictures::Reading reading = reading_of(page);
  reading.is_bgr = true;
  pictures::PictureInfo info =
      pictures::read_picture(path, reading, [&](const pictures::PictureInfo& header) {
        image.create(int(header.extent.rows), int(header.extent.columns),
                     CV_MAKETYPE(depth_of(header.element), int(header.channels)));
        return image.data;
      });
  image = upright(image, info.orientation);
  tags.tags = std::move(info.tags);
  pictures::set_upright(tags.tags, info.orientation);
  tags.is_colour = info.is_colour || info.channels != 3;
  if (info.alpha != Alpha::none) tags.alpha = info.alpha;
  tags.is_grey = info.channels == 2 && info.alpha != Alpha::none;
  return tags.is_grey ? with_colours(image) : image;
}

/// Whether a profile is of colours or of grey, as the image is.
bool is_profile_of(const pictures::Bytes& profile, const cv::Mat& image) {
  constexpr std::size_t kSpace = 16;
  if (profile.size() < kSpace + 4) return false;
  const std::string space(profile.begin() + kSpace, profile.begin() + kSpace + 4);
  return space == (image.channels() < 3 ? "GRAY" : "RGB ");
}

pictures::PictureInfo info_of(const cv::Mat& image, const FileTags& tags, Alpha alpha) {
  pictures::PictureInfo info;
  info.extent = {image.rows, image.cols};
  info.element = element_of(image);
  info.channels = image.channels();
  info.is_colour = info.channels == 4 || (info.channels == 3 && tags.is_colour);
  info.alpha = info.channels == 4 || (info.channels == 2 && tags.is_grey) ? alpha : Alpha::none;
  info.tags = tags.tags;
  if (!is_profile_of(info.tags.profile, image)) info.tags.profile.clear();
  return info;
}

/// The file's bytes.
std::vector<unsigned char> encoded(const std::string& path, const cv::Mat& image,
                                   const FileTags& tags) {
  const std::string ending = ending_of(path);
  if (ending == ".png") {
    const cv::Mat dense = image.isContinuous() ? image : image.clone();
    return pictures::png_file(info_of(dense, tags, Alpha::straight), dense.data, true);
  }
  std::vector<unsigned char> bytes = encoded_by_opencv(ending, image);
  if (bytes.empty()) fail("write", path, "OpenCV could not encode it");
  if (ending.starts_with(".jp"))
    return pictures::with_tags(std::move(bytes), info_of(image, tags, Alpha::none).tags);
  return bytes;
}

}  // namespace

void add_page(Options& options, int& page, const std::string& whose) {
  constexpr int kMostPages = 1 << 20;
  options.add(whose.empty() ? "page" : whose + "-page", "N", page, 1, kMostPages,
              whose.empty() ? "which page, of images that have several, from 1"
                            : fmt::format("likewise, of the {}", whose));
}

pictures::Reading reading_of(int page) {
  return {page, "--page N says which one is meant, 1 to {}", false};
}

cv::Mat read_image(const std::string& path, int page, FileTags* tags) {
  check_input(path);
  FileTags own;
  return read_with_tags(path, page, tags != nullptr ? *tags : own);
}

void write_image(const std::string& path, const cv::Mat& image, const FileTags& tags) {
  check_output(path, image);
  const bool is_tiff = is_tiff_name(path);
  const Alpha wanted = is_tiff                     ? tags.alpha
                       : ending_of(path) == ".exr" ? Alpha::premultiplied
                                                   : Alpha::straight;
  cv::Mat written = with_alpha(image, tags.alpha, wanted);
  if (tags.is_grey && image.channels() == 4 && (is_tiff || ending_of(path) == ".png"))
    written = without_colours(written);
  std::vector<unsigned char> bytes;
  try {
    if (is_tiff) {
      if (!written.isContinuous()) written = written.clone();
      return pictures::write_tiff(path, info_of(written, tags, wanted), written.data, true);
    }
    bytes = encoded(path, written, tags);
  } catch (const cv::Exception& error) {
    fail("write", path, error.err);
  }
  if (const std::string error = fftcore::tools::write_whole_file(path, bytes); !error.empty())
    fail("write", path, error);
}

}  // namespace samples
