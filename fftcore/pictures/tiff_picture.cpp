// SPDX-License-Identifier: LGPL-2.1-or-later
// TIFF files as a whole.
#include <algorithm>
#include <array>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>

#include "formats.h"
#include "tiff_kind.h"
#include "tiff_pages.h"
#include "tiff_reader.h"
#include "tiff_stream.h"

namespace fftcore::pictures {
namespace {

void copy_blocks(TiffReader& file, unsigned char* pixels) {
  const TiffImage& image = file.image();
  const std::size_t bytes = image.pixel_bytes();
  for (std::int64_t row = 0; row < image.extent.rows; row += image.block.rows)
    for (std::int64_t column = 0; column < image.extent.columns; column += image.block.columns) {
      const unsigned char* from = file.block(row / image.block.rows, column / image.block.columns);
      const std::int64_t rows = std::min(image.block.rows, image.extent.rows - row),
                         columns = std::min(image.block.columns, image.extent.columns - column);
      for (std::int64_t i = 0; i < rows; ++i)
        std::memcpy(pixels + std::size_t(row + i) * image.row_bytes() + std::size_t(column) * bytes,
                    from + std::size_t(i * image.block.columns) * bytes,
                    std::size_t(columns) * bytes);
    }
}

struct EndImage {
  TIFFRGBAImage* image;
  ~EndImage() { TIFFRGBAImageEnd(image); }
};

/// Palettes, inks, CIE L*a*b*, fax and the like, of up to 8 bits: as libtiff makes colours of them.
/// Throws what `why` says of the file where it cannot.
PictureInfo read_by_colours(const std::string& path, const Reading& reading,
                            const Allocate& allocate, const OtherKind& why) {
  TiffHandle file(path, "read", ::open(path.c_str(), O_RDONLY | O_CLOEXEC), "rm");
  go_to_page(file, reading);
  TIFF* tiff = file.get();
  char words[1024] = "";
  const auto kind = tag<std::uint16_t>(tiff, TIFFTAG_PHOTOMETRIC);
  const auto channels = tag<std::uint16_t>(tiff, TIFFTAG_SAMPLESPERPIXEL);
  const bool is_grey = kind == PHOTOMETRIC_MINISBLACK || kind == PHOTOMETRIC_MINISWHITE;
  const bool has_inks = kind == PHOTOMETRIC_SEPARATED;
  const auto format = tag<std::uint16_t>(tiff, TIFFTAG_SAMPLEFORMAT);
  // libtiff takes numbers with a sign for those without.
  if ((format != SAMPLEFORMAT_UINT && format != SAMPLEFORMAT_VOID) ||
      tag<std::uint16_t>(tiff, TIFFTAG_BITSPERSAMPLE) > 8 ||
      channels > (is_grey || kind == PHOTOMETRIC_PALETTE ? 1
                  : has_inks                             ? 4
                                                         : 3) ||
      TIFFRGBAImageOK(tiff, words) == 0)
    throw FileError(why.what());
  PictureInfo info;
  info.extent = {tag<std::uint32_t>(tiff, TIFFTAG_IMAGELENGTH),
                 tag<std::uint32_t>(tiff, TIFFTAG_IMAGEWIDTH)};
  set_orientation(file, info);
  info.channels = is_grey ? 1 : 3;
  info.is_colour = !is_grey;
  info.tags = tags_of(file);
  if (has_inks || kind == PHOTOMETRIC_CIELAB || kind == PHOTOMETRIC_ICCLAB)
    info.tags.profile.clear();  // it says nothing of the colours that they are made
  check_size(path, info.extent);
  check_claim(file);
  unsigned char* const pixels = allocate(info);

  std::vector<std::uint32_t> colours(std::size_t(info.extent.rows * info.extent.columns));
  TIFFRGBAImage image;
  file.call([&] {
    if (TIFFRGBAImageBegin(&image, tiff, 1, words) == 0) throw FileError(why.what());
    const EndImage end{&image};
    image.req_orientation = image.orientation;  // as they lie
    return TIFFRGBAImageGet(&image, colours.data(), image.width, image.height) != 0;
  });
  check_streams(file);
  unsigned char* to = pixels;
  for (const std::uint32_t one : colours) {
    const std::array<unsigned char, 3> rgb = {static_cast<unsigned char>(TIFFGetR(one)),
                                              static_cast<unsigned char>(TIFFGetG(one)),
                                              static_cast<unsigned char>(TIFFGetB(one))};
    for (std::size_t c = 0; c < std::size_t(info.channels); ++c)
      *to++ = rgb[is_grey || !reading.is_bgr ? c : 2 - c];
  }
  return info;
}

}  // namespace

PictureInfo read_tiff(const std::string& path, const Reading& reading, const Allocate& allocate) {
  try {
    TiffReader file(path, 0, reading, true);
    const PictureInfo& info = file.image();
    unsigned char* const pixels = allocate(info);
    copy_blocks(file, pixels);
    if (reading.is_bgr && info.channels >= 3)
      swap_colours(info, pixels, info.extent.rows * info.extent.columns);
    return info;
  } catch (const OtherKind& why) {
    return read_by_colours(path, reading, allocate, why);
  }
}

std::int64_t tiff_pages(const std::string& path) {
  TiffHandle file(path, "read", ::open(path.c_str(), O_RDONLY | O_CLOEXEC), "rm");
  return std::ssize(pages_of(file));
}

void write_tiff(const std::string& path, const PictureInfo& info, const unsigned char* pixels,
                bool is_bgr) {
  TiffPages file(path, info, 1);
  file.add(info, pixels, is_bgr);
  file.finish();
}

}  // namespace fftcore::pictures
