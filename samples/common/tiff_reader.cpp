// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tiff_reader.h"

#include <algorithm>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>

namespace samples {
namespace {

using fftcore::Element;

/// Samples that an image may have to be read as a whole: 3 GiB with what a filter needs.
constexpr std::int64_t kMostSamples = std::int64_t{1} << 28;

/// What a kept tile or strip takes beside its pixels, about: these may be a few alone.
constexpr std::size_t kPlaceBytes = 256;

/// Descriptor of what is known to be a file.
int opened(const std::string& path) {
  check_input(path);
  return ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
}

/// A tag, or its default, or 0.
template <class Value>
Value tag(TIFF* tiff, std::uint32_t number) {
  Value value = 0;
  TIFFGetFieldDefaulted(tiff, number, &value);
  return value;
}

Element element_of(const TiffHandle& file) {
  const auto bits = tag<std::uint16_t>(file.get(), TIFFTAG_BITSPERSAMPLE),
             format = tag<std::uint16_t>(file.get(), TIFFTAG_SAMPLEFORMAT);
  if (format == SAMPLEFORMAT_UINT && bits == 8) return Element::u8;
  if (format == SAMPLEFORMAT_UINT && bits == 16) return Element::u16;
  if (format == SAMPLEFORMAT_IEEEFP && bits == 32) return Element::f32;
  file.fail(fmt::format(
      "it has samples of {} bits and of TIFF's format {}; 8 or 16 bits (format 1) or 32-bit floats "
      "(format 3) are expected",
      bits, format));
}

void check_colours(const TiffHandle& file, const TiffImage& image) {
  if (image.channels != 1 && image.channels != 3 && image.channels != 4)
    file.fail(fmt::format("it has {} channels; 1, 3 or 4 are expected", image.channels));
  const auto kind = tag<std::uint16_t>(file.get(), TIFFTAG_PHOTOMETRIC);
  if (image.compression == COMPRESSION_JPEG && kind == PHOTOMETRIC_YCBCR) {
    TIFFSetField(file.get(), TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);  // as it is decoded
  } else if (kind != (image.channels == 1 ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB)) {
    file.fail(fmt::format(
        "it has {} channels of TIFF's photometric interpretation {}; 1 channel where 0 is black "
        "(1), or R G B (2), or Y Cb Cr by JPEG (6) are expected",
        image.channels, kind));
  }
}

TiffImage image_of(const TiffHandle& file) {
  TIFF* tiff = file.get();
  TiffImage image;
  image.extent = {tag<std::uint32_t>(tiff, TIFFTAG_IMAGELENGTH),
                  tag<std::uint32_t>(tiff, TIFFTAG_IMAGEWIDTH)};
  image.channels = tag<std::uint16_t>(tiff, TIFFTAG_SAMPLESPERPIXEL);
  image.compression = tag<std::uint16_t>(tiff, TIFFTAG_COMPRESSION);
  image.planes = tag<std::uint16_t>(tiff, TIFFTAG_PLANARCONFIG);
  image.orientation = tag<std::uint16_t>(tiff, TIFFTAG_ORIENTATION);
  image.is_tiled = TIFFIsTiled(tiff) != 0;
  if (!TIFFIsCODECConfigured(image.compression))
    file.fail(fmt::format("it is compressed by TIFF's method {}, which this libtiff lacks",
                          image.compression));
  TIFFGetField(tiff, TIFFTAG_PREDICTOR, &image.predictor);  // of those methods that have one
  image.element = element_of(file);
  check_colours(file, image);
  if (image.channels == 4) {
    std::uint16_t count = 0, *kinds = nullptr;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_EXTRASAMPLES, &count, &kinds);
    if (count == 1) image.alpha = kinds[0];
  }
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
  // in double: up to 2^32 a side
  if (double(image.block.rows) * double(image.block.columns) * double(image.pixel_bytes()) >
      double(kMostTiffBytes))
    file.fail(fmt::format(
        "its tiles or strips are of {} x {} pixels; up to {} MiB each are read ('tiffcp -t' "
        "makes smaller ones)",
        image.block.rows, image.block.columns, kMostTiffBytes >> 20));
  return image;
}

}  // namespace

// m: no mapping, whose pages would count as the program's memory
TiffReader::TiffReader(const std::string& path, std::size_t kept_bytes)
    : tiff_(path, "read", opened(path), "rm"), image_(image_of(tiff_)), kept_bytes_(kept_bytes) {}

const unsigned char* TiffReader::block(std::int64_t row, std::int64_t column) {
  const std::int64_t across =
                         (image_.extent.columns + image_.block.columns - 1) / image_.block.columns,
                     number = row * across + column;
  const auto found = places_.find(number);
  if (found != places_.end()) {
    kept_.splice(kept_.begin(), kept_, found->second);
  } else {
    while (!kept_.empty() &&
           (kept_.size() + 1) * (image_.block_bytes() + kPlaceBytes) > kept_bytes_) {
      places_.erase(kept_.back().first);
      kept_.pop_back();
    }
    kept_.emplace_front(number, decoded(number));
    places_[number] = kept_.begin();
  }
  return kept_.front().second.data();
}

TiffReader::Pixels TiffReader::decoded(std::int64_t number) {
  const auto read = [&](std::int64_t which, Pixels& pixels) {
    const auto index = std::uint32_t(which);
    const auto size = tmsize_t(pixels.size());
    // libtiff would read the header for pixels
    if (TIFFGetStrileOffset(tiff_.get(), index) == 0)
      tiff_.fail(fmt::format("it is damaged: tile or strip {} is missing", index));
    tiff_.call([&] {
      return (image_.is_tiled ? TIFFReadEncodedTile(tiff_.get(), index, pixels.data(), size)
                              : TIFFReadEncodedStrip(tiff_.get(), index, pixels.data(), size)) >= 0;
    });
  };
  Pixels pixels(image_.block_bytes());
  if (image_.planes == PLANARCONFIG_CONTIG || image_.channels == 1) {
    read(number, pixels);
    return pixels;
  }
  const std::size_t bytes = size_bytes(image_.element), pixel_bytes = image_.pixel_bytes();
  const std::uint32_t in_all =
      image_.is_tiled ? TIFFNumberOfTiles(tiff_.get()) : TIFFNumberOfStrips(tiff_.get());
  Pixels plane(pixels.size() / std::size_t(image_.channels));
  for (std::int64_t channel = 0; channel < image_.channels; ++channel) {
    read(number + channel * (in_all / image_.channels), plane);
    for (std::size_t from = 0, to = std::size_t(channel) * bytes; from < plane.size();
         from += bytes, to += pixel_bytes)
      std::memcpy(&pixels[to], &plane[from], bytes);
  }
  return pixels;
}

bool is_large_tiff(const std::string& path) {
  try {
    return TiffReader(path, 0).image().samples() > kMostSamples;
  } catch (const FileError&) {
    return false;
  }
}

}  // namespace samples
