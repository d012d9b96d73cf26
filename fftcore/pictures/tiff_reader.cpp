// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tiff_reader.h"

#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <fmt/format.h>

#include "tiff_kind.h"
#include "tiff_stream.h"

namespace fftcore::pictures {
namespace {

/// Samples that an image may have to be read as a whole: 3 GiB with what a filter needs.
constexpr std::int64_t kMostSamples = std::int64_t{1} << 28;

/// What a kept tile or strip takes beside its pixels, about: these may be a few alone.
constexpr std::size_t kPlaceBytes = 256;

/// Descriptor of what is known to be a file.
int opened(const std::string& path) {
  check_input(path);
  return ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
}

/// Tiles and strips are decoded as a whole.
TiffImage image_in_blocks(const TiffHandle& file, bool is_whole) {
  TiffImage image = image_of(file);
  // in double: up to 2^32 a side
  const double bytes =
      double(image.block.rows) * double(image.block.columns) * double(image.pixel_bytes());
  if (is_whole) {
    check_size(file.path(), image.extent);
    check_claim(file);
  }
  if (is_whole && image.compression == COMPRESSION_NONE && bytes > double(kMostTiffBytes)) {
    std::error_code unknown;
    if (bytes > double(std::filesystem::file_size(file.path(), unknown)))
      file.fail("it is damaged, or ends too early: it has fewer bytes than its header claims");
  } else if (bytes > double(kMostTiffBytes)) {
    file.fail(fmt::format(
        "its tiles or strips are of {} x {} pixels; up to {} MiB each are read ('tiffcp -t' "
        "makes smaller ones)",
        image.block.rows, image.block.columns, kMostTiffBytes >> 20));
  }
  return image;
}

/// So that 0 is black.
void invert(std::vector<unsigned char>& pixels) {
  for (unsigned char& byte : pixels) byte = static_cast<unsigned char>(255 - byte);
}

/// CIE X Y Z of floats, which LogLuv is decoded to, to R G B as of sRGB's primaries.
void to_rgb(std::vector<unsigned char>& pixels) {
  constexpr float kMatrix[3][3] = {{3.240479F, -1.53715F, -0.498535F},
                                   {-0.969256F, 1.875991F, 0.041556F},
                                   {0.055648F, -0.204043F, 1.057311F}};
  float xyz[3], rgb[3];
  for (std::size_t at = 0; at + sizeof xyz <= pixels.size(); at += sizeof xyz) {
    std::memcpy(xyz, &pixels[at], sizeof xyz);
    for (int c = 0; c < 3; ++c)
      rgb[c] = kMatrix[c][0] * xyz[0] + kMatrix[c][1] * xyz[1] + kMatrix[c][2] * xyz[2];
    std::memcpy(&pixels[at], rgb, sizeof rgb);
  }
}

bool is_log(const TiffImage& image) {
  return image.compression == COMPRESSION_SGILOG || image.compression == COMPRESSION_SGILOG24;
}

}  // namespace

// m: no mapping, whose pages would count as the program's memory
TiffReader::TiffReader(const std::string& path, std::size_t kept_bytes, const Reading& reading,
                       bool is_whole)
    : tiff_(path, "read", opened(path), "rm"), kept_bytes_(kept_bytes) {
  go_to_page(tiff_, reading);
  image_ = image_in_blocks(tiff_, is_whole);
  image_.tags = tags_of(tiff_);
}

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
      tiff_.fail(
          fmt::format("tile or strip {} is missing: it is damaged, or sparse; 'gdal_translate IN "
                      "OUT' makes a whole file of a sparse one",
                      index));
    tmsize_t got = 0;
    tiff_.call([&] {
      got = image_.is_tiled ? TIFFReadEncodedTile(tiff_.get(), index, pixels.data(), size)
                            : TIFFReadEncodedStrip(tiff_.get(), index, pixels.data(), size);
      return got >= 0;
    });
    check_stream(tiff_, index, {pixels.data(), std::size_t(got)});
  };
  Pixels pixels(image_.block_bytes());
  if (image_.planes == PLANARCONFIG_CONTIG || image_.channels == 1) {
    read(number, pixels);
    if (image_.is_inverted) invert(pixels);
    if (is_log(image_) && image_.is_colour) to_rgb(pixels);
    return pixels;
  }
  const std::size_t bytes = size_bytes(image_.type), pixel_bytes = image_.pixel_bytes();
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

bool is_large_tiff(const std::string& path, const Reading& reading) {
  try {
    return format_of(path) == Format::tiff &&
           TiffReader(path, 0, reading).image().samples() > kMostSamples;
  } catch (const FileError&) {
    return false;
  }
}

}  // namespace fftcore::pictures
