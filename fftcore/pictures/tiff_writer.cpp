// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tiff_writer.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "tiff_kind.h"

namespace fftcore::pictures {
namespace {

constexpr std::int64_t kTileUnit = 16;  ///< sides of tiles are multiples of it, as TIFF has it
constexpr std::array kWithoutLoss = {
    COMPRESSION_NONE, COMPRESSION_LZW,      COMPRESSION_ADOBE_DEFLATE, COMPRESSION_DEFLATE,
    COMPRESSION_LZMA, COMPRESSION_PACKBITS, COMPRESSION_ZSTD};
constexpr std::int64_t kBigBytes = std::int64_t{1} << 31;

std::int64_t whole_units(std::int64_t side) {
  return (side + kTileUnit - 1) / kTileUnit * kTileUnit;
}

std::uint16_t extra_of(Alpha alpha) {
  return alpha == Alpha::straight        ? EXTRASAMPLE_UNASSALPHA
         : alpha == Alpha::premultiplied ? EXTRASAMPLE_ASSOCALPHA
                                         : EXTRASAMPLE_UNSPECIFIED;
}

TiffImage as_written(TiffImage image) {
  image.block = image.is_tiled
                    ? Extent{whole_units(image.block.rows), whole_units(image.block.columns)}
                    : Extent{256, 256};
  image.is_tiled = true;
  image.planes = PLANARCONFIG_CONTIG;
  if (std::ranges::find(kWithoutLoss, image.compression) == kWithoutLoss.end()) {
    image.compression = COMPRESSION_LZW;
    image.predictor = PREDICTOR_NONE;
  }
  return image;
}

}  // namespace

void set_header(TiffHandle& file, const TiffImage& image) {
  TIFF* tiff = file.get();
  const bool is_float = image.type == SampleType::f32;
  const std::int64_t extras = image.channels - (image.is_colour ? 3 : 1);
  const std::vector<std::uint16_t> kinds(std::size_t(extras), extra_of(image.alpha));
  // libtiff takes numbers of 16 bits as int, and those of 32 as they are.
  const auto set = [&](std::uint32_t tag, auto value) { return TIFFSetField(tiff, tag, value); };
  file.call([&] {
    return set(TIFFTAG_IMAGELENGTH, std::uint32_t(image.extent.rows)) &&
           set(TIFFTAG_IMAGEWIDTH, std::uint32_t(image.extent.columns)) &&
           set(image.is_tiled ? TIFFTAG_TILELENGTH : TIFFTAG_ROWSPERSTRIP,
               std::uint32_t(image.block.rows)) &&
           (!image.is_tiled || set(TIFFTAG_TILEWIDTH, std::uint32_t(image.block.columns))) &&
           set(TIFFTAG_SAMPLESPERPIXEL, int(image.channels)) &&
           set(TIFFTAG_BITSPERSAMPLE, int(8 * size_bytes(image.type))) &&
           set(TIFFTAG_SAMPLEFORMAT, is_float ? SAMPLEFORMAT_IEEEFP : SAMPLEFORMAT_UINT) &&
           set(TIFFTAG_PLANARCONFIG, int(image.planes)) &&
           set(TIFFTAG_PHOTOMETRIC, image.is_colour ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK) &&
           set(TIFFTAG_ORIENTATION, image.orientation) &&
           set(TIFFTAG_COMPRESSION, int(image.compression)) &&
           (image.predictor == PREDICTOR_NONE || set(TIFFTAG_PREDICTOR, int(image.predictor))) &&
           (extras == 0 || TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, int(extras), kinds.data()));
  });
}

int begun(const tools::WholeFile& file, const std::string& path) {
  if (!file.error().empty())
    throw FileError(fmt::format("cannot write '{}': {}", path, file.error()));
  if (file.is_open_before())
    throw FileError(fmt::format(
        "cannot write '{}': it leads to a stream that is open; TIFF needs a file of its own",
        path));
  return ::dup(file.descriptor());
}

const char* mode_for(const TiffImage& image) {
  const auto bytes = double(image.samples()) * double(size_bytes(image.type));
  return bytes < double(kBigBytes) ? "w" : "w8";
}

TiffWriter::TiffWriter(const std::string& path, TiffImage image)
    : file_(path),
      tiff_(path, "write", begun(file_, path), mode_for(image)),
      image_(as_written(std::move(image))) {
  set_header(tiff_, image_);
  set_tags(tiff_, image_.tags);
}

void TiffWriter::write(std::int64_t row, std::int64_t column, unsigned char* pixels) {
  tiff_.call([&] {
    return TIFFWriteTile(tiff_.get(), pixels, std::uint32_t(column), std::uint32_t(row), 0, 0) >= 0;
  });
}

void TiffWriter::finish() {
  tiff_.call([&] { return TIFFFlush(tiff_.get()) != 0; });
  tiff_.close();
  if (const std::string error = file_.finish(); !error.empty()) tiff_.fail(error);
}

}  // namespace fftcore::pictures
