// SPDX-License-Identifier: LGPL-2.1-or-later
// Image files as the samples read and write them: with their depth and channels, and upright.
#pragma once

#include <functional>
#include <string>

#include <opencv2/core.hpp>

#include "batch.h"
#include "fftcore/error.h"
#include "options.h"
#include "picture.h"

namespace samples {

/// What is wrong with a file; the text names it.
using FileError = fftcore::FileError;

/// What results have of the file that an image was read from, beside its pixels.
struct FileTags {
  fftcore::pictures::Alpha alpha = fftcore::pictures::Alpha::straight;  ///< of four channels
  bool is_grey = false;   ///< B, G and R are the same, as the file has grey and alpha
  bool is_colour = true;  ///< of three and four channels: B G R, not three of another kind
  fftcore::pictures::Tags tags;
};

/// Refuses what is no file, or cannot be opened.
using fftcore::pictures::check_input;

/// Of --page=all.
constexpr int kAllPages = -1;

/// What page of a file is meant.
struct Page {
  int number = 0;          ///< from 1, or kAllPages; 0: there has to be one
  std::string option;      ///< that says so, for messages; none: nothing can
  bool takes_all = false;  ///< it may be kAllPages
};

/// Option --page, and --`whose`-page, which say what page of a file is meant.
void add_page(Options& options, Page& page, const std::string& whose = "");

/// Option --page, of programs that can do all pages of a file.
void add_pages(Options& options, Page& page);

/// For the readers of files; it names `page`'s option. Of kAllPages: there has to be one page.
fftcore::pictures::Reading reading_of(const Page& page);

/// Says on standard error what of a file is odd, and how it is taken. read_image() does so itself.
void tell_warning(const std::string& path, const fftcore::pictures::PictureInfo& info);

/// 8 or 16 bits or f32; 1, 3 (B G R) or 4 (and alpha) channels, or 2 that are alike. Formats of
/// OpenCV's. The image is turned upright where the file says how. Throws FileError where it is
/// damaged, or has several pages and none is meant.
cv::Mat read_image(const std::string& path, const Page& page = {}, FileTags* tags = nullptr);

/// Refuses formats that would lose bits, colours or alpha of an image like `image`, and places
/// where no file can be.
void check_output(const std::string& path, const cv::Mat& image);

/// Whether a name says that the format is TIFF.
bool is_tiff_name(const std::string& path);

/// Checks likewise. The file is there whole, or not at all. It has what its format can hold of
/// `tags`.
void write_image(const std::string& path, const cv::Mat& image, const FileTags& tags = {});

/// What `work` makes of an image.
using Change = std::function<cv::Mat(cv::Mat)>;

/// Reads an image, or each page of a file where kAllPages are meant, and writes what `work` makes
/// of it: several pages into one TIFF of as many, each with its tags. Calls `in_turn` once, round
/// `work`. Throws FileError where the output's format has no pages and the input has several.
void change_image(const std::string& input, const std::string& output, const Page& page,
                  const InTurn& in_turn, const Change& work);

}  // namespace samples
