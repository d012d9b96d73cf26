// SPDX-License-Identifier: LGPL-2.1-or-later
#include "taps_picture.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "picture.h"

namespace fftcore::pictures {
namespace {

double sample_at(const unsigned char* from, SampleType type) {
  if (type == SampleType::u8) return *from;
  std::uint16_t whole = 0;
  float number = 0;
  if (type == SampleType::u16) {
    std::memcpy(&whole, from, sizeof whole);
    return whole;
  }
  std::memcpy(&number, from, sizeof number);
  return number;
}

double opaque(SampleType type) {
  return type == SampleType::u8 ? 255 : type == SampleType::u16 ? 65535 : 1;
}

}  // namespace

bool is_taps_picture(const std::string& path) {
  const Format format = format_of(path);
  return format == Format::png || format == Format::tiff;
}

Taps taps_of_picture(const std::string& path) {
  Bytes pixels;
  const PictureInfo info = read_picture(path, {}, [&](const PictureInfo& header) {
    if (std::max(header.extent.rows, header.extent.columns) > kMaxFileTaps)
      fail_to_read(path, fmt::format("it has {}x{} pixels; there are at most "
                                     "{} taps a side",
                                     header.extent.columns, header.extent.rows, kMaxFileTaps));
    pixels.resize(std::size_t(header.extent.rows) * header.row_bytes());
    return pixels.data();
  });
  const std::size_t sample = size_bytes(info.type);
  const std::int64_t greys = info.channels - (info.alpha == Alpha::none ? 0 : 1);
  Taps taps;
  taps.extent = info.extent;
  if (is_transposing(info.orientation)) std::swap(taps.extent.rows, taps.extent.columns);
  taps.values.reserve(std::size_t(taps.extent.rows * taps.extent.columns));
  for (std::int64_t row = 0; row < taps.extent.rows; ++row)
    for (std::int64_t column = 0; column < taps.extent.columns; ++column) {
      const auto [y, x] = stored_place(info.orientation, info.extent, row, column);
      const unsigned char* const pixel =
          &pixels[std::size_t(y) * info.row_bytes() + std::size_t(x) * info.pixel_bytes()];
      for (std::int64_t c = 1; c < greys; ++c)
        if (std::memcmp(pixel, pixel + std::size_t(c) * sample, sample) != 0)
          fail_to_read(path, fmt::format("its channels differ at row {}, column {}; a grey picture "
                                         "is expected as taps",
                                         row, column));
      if (greys < info.channels &&
          sample_at(pixel + std::size_t(greys) * sample, info.type) != opaque(info.type))
        fail_to_read(path, fmt::format("it is transparent at row {}, column {}; a grey picture is "
                                       "expected as taps",
                                       row, column));
      taps.values.push_back(sample_at(pixel, info.type));
    }
  validate(taps);
  return taps;
}

}  // namespace fftcore::pictures
