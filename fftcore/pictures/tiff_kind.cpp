// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tiff_kind.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <string_view>

#include <fmt/format.h>

namespace fftcore::pictures {
namespace {

constexpr std::uint32_t kNoPage = FILETYPE_REDUCEDIMAGE | FILETYPE_MASK;

SampleType sample_type_of(const TiffHandle& file) {
  const auto bits = tag<std::uint16_t>(file.get(), TIFFTAG_BITSPERSAMPLE),
             format = tag<std::uint16_t>(file.get(), TIFFTAG_SAMPLEFORMAT);
  const bool is_whole = format == SAMPLEFORMAT_UINT || format == SAMPLEFORMAT_VOID;
  if (is_whole && bits == 8) return SampleType::u8;
  if (is_whole && bits == 16) return SampleType::u16;
  if (format == SAMPLEFORMAT_IEEEFP && bits == 32) return SampleType::f32;
  file.fail_by_kind(fmt::format(
      "it has samples of {} bits and of TIFF's format {}; 8 or 16 bits (format 1) or 32-bit floats "
      "(format 3) are expected",
      bits, format));
}

/// What the last of several channels is. Some programs write R G B and alpha without saying so.
Alpha alpha_of(TIFF* tiff, bool is_colour, std::int64_t channels) {
  std::uint16_t count = 0, *kinds = nullptr;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_EXTRASAMPLES, &count, &kinds);
  const std::uint16_t kind = count == 1 ? kinds[0] : EXTRASAMPLE_UNSPECIFIED;
  if (channels != (is_colour ? 4 : 2)) return Alpha::none;
  return kind == EXTRASAMPLE_UNASSALPHA   ? Alpha::straight
         : kind == EXTRASAMPLE_ASSOCALPHA ? Alpha::premultiplied
         : is_colour                      ? Alpha::unknown
                                          : Alpha::none;  // two channels alike
}

void set_colours(const TiffHandle& file, TiffImage& image) {
  const auto kind = tag<std::uint16_t>(file.get(), TIFFTAG_PHOTOMETRIC);
  const bool is_jpeg = image.compression == COMPRESSION_JPEG && kind == PHOTOMETRIC_YCBCR;
  // OpenCV writes floats so, unless it is told otherwise.
  const bool is_log = kind == PHOTOMETRIC_LOGLUV && image.channels == 3;
  image.is_colour = is_jpeg || is_log || kind == PHOTOMETRIC_RGB;
  image.is_inverted =
      kind == PHOTOMETRIC_MINISWHITE && image.channels == 1 && image.type != SampleType::f32;
  const bool is_grey = kind == PHOTOMETRIC_MINISBLACK || image.is_inverted;
  if (!image.is_colour && !is_grey)
    file.fail_by_kind(fmt::format(
        "it has {} channels of TIFF's photometric interpretation {}; grey (0 and 1), or R G B (2), "
        "or Y Cb Cr by JPEG (6) are expected",
        image.channels, kind));
  if (image.channels < 1 || image.channels > 4 ||
      (image.is_colour ? image.channels < 3 : image.channels > 3))
    file.fail_by_kind(fmt::format(
        "it has {} channels{}; 1 to 3 without colours, or R G B, or these and alpha are expected",
        image.channels, image.is_colour ? ", R G B among them," : ""));
  if (is_jpeg) TIFFSetField(file.get(), TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
  image.alpha = alpha_of(file.get(), image.is_colour, image.channels);
}

/// What a byte of a tile or strip decodes to at most: a code of LZW has 12 bits, and is a string of
/// up to 4096 bytes. Others of these methods give less; the rest has no such bound.
double most_bytes_per_byte(int compression) {
  switch (compression) {
    case COMPRESSION_NONE:
    case COMPRESSION_PACKBITS:
    case COMPRESSION_LZW:
    case COMPRESSION_DEFLATE:
    case COMPRESSION_ADOBE_DEFLATE: return 4096 / 1.5;
    default: return std::numeric_limits<double>::infinity();
  }
}

/// ImageJ's stacks may be of one page, which names the number of images that follow each other.
std::int64_t images_of_stack(TIFF* tiff) {
  const char* words = nullptr;
  if (TIFFGetField(tiff, TIFFTAG_IMAGEDESCRIPTION, &words) == 0 || words == nullptr) return 1;
  const std::string_view description = words;
  constexpr std::string_view kImages = "\nimages=";
  const std::size_t at = description.find(kImages);
  if (!description.starts_with("ImageJ=") || at == std::string_view::npos) return 1;
  return std::max(1L, std::strtol(words + at + kImages.size(), nullptr, 10));
}

}  // namespace

TiffImage image_of(const TiffHandle& file) {
  TIFF* tiff = file.get();
  TiffImage image;
  image.extent = {tag<std::uint32_t>(tiff, TIFFTAG_IMAGELENGTH),
                  tag<std::uint32_t>(tiff, TIFFTAG_IMAGEWIDTH)};
  std::uint32_t depth = 1;
  if (TIFFGetField(tiff, TIFFTAG_IMAGEDEPTH, &depth) != 0 && depth != 1)
    file.fail(fmt::format("it is a volume of {} slices in one page; images are expected", depth));
  image.channels = tag<std::uint16_t>(tiff, TIFFTAG_SAMPLESPERPIXEL);
  image.compression = tag<std::uint16_t>(tiff, TIFFTAG_COMPRESSION);
  image.planes = tag<std::uint16_t>(tiff, TIFFTAG_PLANARCONFIG);
  set_orientation(file, image);
  image.is_tiled = TIFFIsTiled(tiff) != 0;
  if (!TIFFIsCODECConfigured(image.compression))
    file.fail(fmt::format("it is compressed by TIFF's method {}, which this libtiff lacks",
                          image.compression));
  TIFFGetField(tiff, TIFFTAG_PREDICTOR, &image.predictor);  // of those methods that have one
  if (tag<std::uint16_t>(tiff, TIFFTAG_PHOTOMETRIC) == PHOTOMETRIC_LOGLUV)
    TIFFSetField(tiff, TIFFTAG_SGILOGDATAFMT, SGILOGDATAFMT_FLOAT);  // as it is decoded
  image.type = sample_type_of(file);
  set_colours(file, image);
  image.block = {tag<std::uint32_t>(tiff, TIFFTAG_TILELENGTH),
                 tag<std::uint32_t>(tiff, TIFFTAG_TILEWIDTH)};
  if (!image.is_tiled)
    image.block = {
        std::min<std::int64_t>(tag<std::uint32_t>(tiff, TIFFTAG_ROWSPERSTRIP), image.extent.rows),
        image.extent.columns};
  for (const std::int64_t side :
       {image.extent.rows, image.extent.columns, image.block.rows, image.block.columns})
    if (side < 1)
      file.fail(fmt::format("its header says {} x {} pixels in tiles or strips of {} x {}",
                            image.extent.rows, image.extent.columns, image.block.rows,
                            image.block.columns));
  return image;
}

void set_orientation(const TiffHandle& file, PictureInfo& info) {
  info.orientation = tag<std::uint16_t>(file.get(), TIFFTAG_ORIENTATION);
  if (!file.odd_orientation().empty())
    info.warning = fmt::format(
        "its tag Orientation is {}, where TIFF has 1 to 8; it is read as it lies, as with 1",
        file.odd_orientation());
}

std::vector<std::uint32_t> pages_of(TiffHandle& file) {
  TIFF* tiff = file.get();
  std::vector<std::uint32_t> pages;
  for (bool is_last = false; !is_last;) {
    if ((tag<std::uint32_t>(tiff, TIFFTAG_SUBFILETYPE) & kNoPage) == 0)
      pages.push_back(TIFFCurrentDirectory(tiff));
    is_last = TIFFLastDirectory(tiff) != 0;
    if (!is_last) file.call([&] { return TIFFReadDirectory(tiff) != 0; });
  }
  if (pages.empty()) pages.push_back(0);  // all are reduced, or a mask: then the first is meant
  if (const std::int64_t images = images_of_stack(tiff); pages.size() == 1 && images > 1)
    file.fail(
        fmt::format("it is ImageJ's stack of {} images in one page, which is not read; save "
                    "it as a stack of less than 4 GB, or as a sequence of images",
                    images));
  return pages;
}

void check_claim(const TiffHandle& file) {
  TIFF* tiff = file.get();
  const auto rows = tag<std::uint32_t>(tiff, TIFFTAG_IMAGELENGTH),
             columns = tag<std::uint32_t>(tiff, TIFFTAG_IMAGEWIDTH);
  const double claimed = double(rows) * double(columns) / 8 *
                         tag<std::uint16_t>(tiff, TIFFTAG_SAMPLESPERPIXEL) *
                         tag<std::uint16_t>(tiff, TIFFTAG_BITSPERSAMPLE);
  const std::uint32_t blocks =
      TIFFIsTiled(tiff) != 0 ? TIFFNumberOfTiles(tiff) : TIFFNumberOfStrips(tiff);
  double bytes = 0;
  for (std::uint32_t i = 0; i < blocks; ++i) bytes += double(TIFFGetStrileByteCount(tiff, i));
  if (claimed > bytes * most_bytes_per_byte(tag<std::uint16_t>(tiff, TIFFTAG_COMPRESSION)))
    file.fail(fmt::format(
        "it is damaged, or ends too early: it claims {}x{} pixels, which {:.0f} bytes of tiles or "
        "strips cannot hold",
        columns, rows, bytes));
}

void go_to_page(TiffHandle& file, const Reading& reading) {
  const std::vector<std::uint32_t> pages = pages_of(file);
  check_page(file.path(), reading, std::ssize(pages));
  const auto wanted = tdir_t(pages[std::size_t(std::max(reading.page, 1) - 1)]);
  if (TIFFCurrentDirectory(file.get()) != wanted)
    file.call([&] { return TIFFSetDirectory(file.get(), wanted) != 0; });
}

}  // namespace fftcore::pictures
