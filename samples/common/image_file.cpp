// SPDX-License-Identifier: LGPL-2.1-or-later
#include "image_file.h"

#include <iostream>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "formats.h"
#include "image_format.h"
#include "image_pixels.h"
#include "misread.h"
#include "other_formats.h"
#include "pnm_header.h"
#include "pnm_text.h"
#include "tiff_pages.h"
#include "webp_tags.h"
#include "whole_file.h"

namespace samples {
namespace {

namespace pictures = fftcore::pictures;

using pictures::Alpha;

constexpr int kMostPages = 1 << 20;

[[noreturn]] void fail(const char* what, const std::string& path, std::string_view reason) {
  throw FileError(fmt::format("cannot {} '{}': {}", what, path, reason));
}

int depth_of(fftcore::SampleType type) {
  return type == fftcore::SampleType::u8    ? CV_8U
         : type == fftcore::SampleType::u16 ? CV_16U
                                            : CV_32F;
}

fftcore::SampleType sample_type_of(const cv::Mat& image) {
  return image.depth() == CV_8U    ? fftcore::SampleType::u8
         : image.depth() == CV_16U ? fftcore::SampleType::u16
                                   : fftcore::SampleType::f32;
}

cv::Mat read_other(const std::string& path, const Page& page, FileTags& tags) {
  refuse_misread(path, reading_of(page));
  const std::vector<unsigned char> bytes = bytes_of_pnm_text(path, reading_of(page));
  pictures::check_page(path, reading_of(page), 1);
  cv::Mat image;
  try {
    image = read_by_opencv(path, bytes);
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
  spread_to_white(path, image);
  // Of all formats that have floats and alpha, OpenEXR alone is read by OpenCV.
  if (image.depth() == CV_32F) tags.alpha = Alpha::premultiplied;
  tags.tags = webp_tags(path);
  const int orientation = pictures::exif_orientation(tags.tags.exif);
  pictures::set_upright(tags.tags, orientation);
  return upright(image, orientation);
}

cv::Mat read_with_tags(const std::string& path, const Page& page, FileTags& tags) {
  if (pictures::format_of(path) == pictures::Format::other) return read_other(path, page, tags);
  cv::Mat image;
  pictures::Reading reading = reading_of(page);
  reading.is_bgr = true;
  pictures::PictureInfo info =
      pictures::read_picture(path, reading, [&](const pictures::PictureInfo& header) {
        image.create(int(header.extent.rows), int(header.extent.columns),
                     CV_MAKETYPE(depth_of(header.type), int(header.channels)));
        return image.data;
      });
  tell_warning(path, info);
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
  info.type = sample_type_of(image);
  info.channels = image.channels();
  info.is_colour = info.channels == 4 || (info.channels == 3 && tags.is_colour);
  info.alpha = info.channels == 4 || (info.channels == 2 && tags.is_grey) ? alpha : Alpha::none;
  info.tags = tags.tags;
  if (!is_profile_of(info.tags.profile, image)) info.tags.profile.clear();
  return info;
}

/// What a TIFF has of an image, without gaps.
cv::Mat tiff_pixels(const cv::Mat& image, const FileTags& tags) {
  const cv::Mat written = tags.is_grey && image.channels() == 4 ? without_colours(image) : image;
  return written.isContinuous() ? written : written.clone();
}

void change_pages(const std::string& input, const std::string& output, std::int64_t count,
                  const Change& work) {
  if (!is_tiff_name(output))
    fail("write", output,
         fmt::format("'{}' has {} pages, and no format but TIFF has pages here: .tif or .tiff, or "
                     "--page N for one of them, is expected",
                     input, count));
  std::optional<pictures::TiffPages> file;
  for (int page = 1; page <= count; ++page) {
    FileTags tags;
    cv::Mat image = read_image(input, {page, {}, false}, &tags);
    check_output(output, image);
    const cv::Mat pixels = tiff_pixels(work(std::move(image)), tags);
    const pictures::PictureInfo info = info_of(pixels, tags, tags.alpha);
    if (!file) file.emplace(output, info, count);
    file->add(info, pixels.data, true);
  }
  file->finish();
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

void add_page(Options& options, Page& page, const std::string& whose) {
  const std::string name = whose.empty() ? "page" : whose + "-page";
  page.option = "--" + name;
  options.add(name, "N", page.number, 1, kMostPages,
              whose.empty() ? "which page, of images that have several, from 1"
                            : fmt::format("likewise, of the {}", whose));
}

void add_pages(Options& options, Page& page) {
  page.option = "--page";
  page.takes_all = true;
  options.add("page", "N", page.number, 1, kMostPages,
              "which page, of images that have several, from 1; all: each, into one TIFF", "all",
              kAllPages);
}

pictures::Reading reading_of(const Page& page) {
  return {page.number == kAllPages ? 0 : page.number, page.option, page.takes_all, false};
}

void tell_warning(const std::string& path, const pictures::PictureInfo& info) {
  if (!info.warning.empty()) std::cerr << fmt::format("warning: '{}': {}\n", path, info.warning);
}

cv::Mat read_image(const std::string& path, const Page& page, FileTags* tags) {
  check_input(path);
  FileTags own;
  return read_with_tags(path, page, tags != nullptr ? *tags : own);
}

void write_image(const std::string& path, const cv::Mat& image, const FileTags& tags) {
  check_output(path, image);
  const bool is_tiff = is_tiff_name(path);
  if (is_tiff) {
    const cv::Mat pixels = tiff_pixels(image, tags);
    return pictures::write_tiff(path, info_of(pixels, tags, tags.alpha), pixels.data, true);
  }
  const Alpha wanted = ending_of(path) == ".exr" ? Alpha::premultiplied : Alpha::straight;
  cv::Mat written = with_alpha(image, tags.alpha, wanted);
  if (tags.is_grey && image.channels() == 4 && ending_of(path) == ".png")
    written = without_colours(written);
  std::vector<unsigned char> bytes;
  try {
    bytes = encoded(path, written, tags);
  } catch (const cv::Exception& error) {
    fail("write", path, error.err);
  }
  if (const std::string error = fftcore::tools::write_whole_file(path, bytes); !error.empty())
    fail("write", path, error);
}

void change_image(const std::string& input, const std::string& output, const Page& page,
                  const InTurn& in_turn, const Change& work) {
  check_input(input);
  const std::int64_t count = page.number == kAllPages ? pictures::pages_of(input) : 1;
  if (count > 1) return in_turn([&] { change_pages(input, output, count, work); });
  FileTags tags;
  cv::Mat image = read_image(input, page, &tags);
  check_output(output, image);
  in_turn([&] { image = work(std::move(image)); });
  write_image(output, image, tags);
}

}  // namespace samples
