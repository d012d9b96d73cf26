// SPDX-License-Identifier: LGPL-2.1-or-later
#include "tiff_pages.h"

#include <algorithm>
#include <cstring>

#include "tiff_kind.h"
#include "tiff_writer.h"

namespace fftcore::pictures {
namespace {

constexpr std::int64_t kStripBytes = 1 << 16;

TiffImage stripped(const PictureInfo& info) {
  TiffImage image;
  static_cast<PictureInfo&>(image) = info;
  image.is_tiled = false;
  const auto row_bytes = std::int64_t(info.row_bytes());
  image.block = {std::clamp<std::int64_t>(kStripBytes / row_bytes, 1, info.extent.rows),
                 info.extent.columns};
  image.compression = COMPRESSION_ADOBE_DEFLATE;
  image.predictor = info.type == SampleType::f32 ? PREDICTOR_NONE : PREDICTOR_HORIZONTAL;
  return image;
}

/// Where there are many pages the first one stands for all.
const char* mode_for_all(const PictureInfo& first, std::int64_t count) {
  TiffImage all = stripped(first);
  all.extent.rows *= count;
  return mode_for(all);
}

}  // namespace

void swap_colours(const PictureInfo& info, unsigned char* pixels, std::int64_t count) {
  const std::size_t sample = size_bytes(info.type), pixel = info.pixel_bytes();
  for (; count > 0; --count, pixels += pixel)
    std::swap_ranges(pixels, pixels + sample, pixels + 2 * sample);
}

TiffPages::TiffPages(const std::string& path, const PictureInfo& first, std::int64_t count)
    : target_(path), file_(path, "write", begun(target_, path), mode_for_all(first, count)) {}

void TiffPages::add(const PictureInfo& info, const unsigned char* pixels, bool is_bgr) {
  const TiffImage image = stripped(info);
  set_header(file_, image);
  set_tags(file_, image.tags);
  const auto row_bytes = std::int64_t(info.row_bytes());
  Bytes strip(std::size_t(image.block.rows * row_bytes));
  std::uint32_t number = 0;
  for (std::int64_t row = 0; row < info.extent.rows; row += image.block.rows) {
    const std::int64_t rows = std::min(image.block.rows, info.extent.rows - row);
    std::memcpy(strip.data(), pixels + row * row_bytes, std::size_t(rows * row_bytes));
    if (is_bgr && info.channels >= 3) swap_colours(info, strip.data(), rows * info.extent.columns);
    file_.call([&] {
      return TIFFWriteEncodedStrip(file_.get(), number++, strip.data(),
                                   tmsize_t(rows * row_bytes)) >= 0;
    });
  }
  file_.call([&] { return TIFFWriteDirectory(file_.get()) != 0; });
}

void TiffPages::finish() {
  file_.close();
  if (const std::string error = target_.finish(); !error.empty()) file_.fail(error);
}

}  // namespace fftcore::pictures
