// SPDX-License-Identifier: LGPL-2.1-or-later
// Pictures in files of PNG, TIFF and JPEG: one reader and one writer of each format for all
// programs and elements. What is damaged is refused, and what the file says beside its pixels is
// kept.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fftcore/layout.h"

namespace fftcore::pictures {

using Bytes = std::vector<unsigned char>;

/// What the last channel of a picture is.
enum class Alpha {
  none,           ///< a colour, or grey
  straight,       ///< opacity; colours are as if the pixel were opaque
  premultiplied,  ///< opacity; colours are multiplied by it
  unknown,        ///< beside R G B, of a meaning that the file does not tell
};

/// Pixels per inch or per centimetre.
struct Resolution {
  double x = 0, y = 0;  ///< 0: unknown
  bool is_metric = false;
};

/// A tag of TIFF, as libtiff has its values in memory.
struct TiffTag {
  std::uint32_t number = 0;
  int type = 0;  ///< TIFFDataType
  std::uint32_t count = 0;
  Bytes values;
};

/// What a file says beside its pixels. A format that has no place for some of it drops it.
struct Tags {
  Bytes profile;  ///< of colours, by ICC
  Bytes exif;     ///< a TIFF structure, as all formats hold it
  std::string xmp;
  Resolution resolution;
  std::vector<TiffTag> tiff;                               ///< from TIFF to TIFF
  std::vector<std::pair<std::string, std::string>> texts;  ///< from PNG to PNG: key, text
  std::optional<std::int32_t> gamma;                       ///< PNG's gAMA, in 1/100000
  std::optional<int> srgb_intent;                          ///< PNG's sRGB
};

struct PictureInfo {
  Extent extent;  ///< as the pixels lie in the file
  SampleType type = SampleType::u8;
  std::int64_t channels = 1;  ///< 1 to 4
  Alpha alpha = Alpha::none;
  bool is_colour = false;  ///< the first three channels are R G B
  int orientation = 1;     ///< EXIF's and TIFF's: how the pixels are to be turned to be seen
  Tags tags;
  std::string warning;  ///< what of the file is odd and how it is taken; empty: nothing is

  std::size_t pixel_bytes() const { return std::size_t(channels) * size_bytes(type); }
  std::size_t row_bytes() const { return std::size_t(extent.columns) * pixel_bytes(); }
};

enum class Format { png, tiff, jpeg, other };

struct Reading {
  int page = 0;  ///< of several the one that is read, from 1; 0: there has to be one
  /// For messages: the program's option that says which one, such as --page. None: it has none.
  std::string_view option = "";
  bool takes_all = false;  ///< it may be `all`
  bool is_bgr = false;     ///< colours come in OpenCV's order
};

/// Gives memory for all pixels of a picture, rows without gaps.
using Allocate = std::function<unsigned char*(const PictureInfo&)>;

/// Refuses what is no file, or cannot be opened.
void check_input(const std::string& path);

/// By the file's first bytes.
Format format_of(const std::string& path);

/// Reads a file that is PNG, TIFF or JPEG. The pixels are as they lie in the file, and tags say how
/// they are to be turned. Throws FileError where the file is damaged, ends too early, or holds what
/// is not read.
PictureInfo read_picture(const std::string& path, const Reading& reading, const Allocate& allocate);

/// How many pages a file has: those of a TIFF; others have one.
std::int64_t pages_of(const std::string& path);

/// Throws FileError where a page is asked for that a file of this many has not, or none and it has
/// several.
void check_page(const std::string& path, const Reading& reading, std::int64_t pages);

/// Throws FileError where it is not the first picture that is asked for, of a file that has several
/// of which only the first is read. `what`: what follows "it" in the message.
void check_first(const std::string& path, const Reading& reading, std::string_view what);

/// Whether a size is one that is read as a whole: 2^20 a side, 2^30 pixels. Throws FileError.
void check_size(const std::string& path, Extent extent);

/// Whether the bytes of the whole file can hold as many pixels as its header claims, where a byte
/// gives this many at most. Memory is taken by the claim, so it is asked first. Throws FileError.
void check_claim(const std::string& path, Extent extent, double most_pixels_per_byte);

[[noreturn]] void fail_to_read(const std::string& path, std::string_view reason);

/// Where the pixel at a row and a column of the upright picture lies in a picture of this
/// orientation: {row, column}.
std::pair<std::int64_t, std::int64_t> stored_place(int orientation, Extent stored, std::int64_t row,
                                                   std::int64_t column);

/// Whether rows become columns.
inline bool is_transposing(int orientation) {
  return orientation >= 5 && orientation <= 8;
}

/// What tags say of pixels that were turned: their orientation is 1, and the thumbnail is gone.
void set_upright(Tags& tags, int orientation);

/// Of EXIF data; 1 where they do not say.
int exif_orientation(const Bytes& exif);

}  // namespace fftcore::pictures
