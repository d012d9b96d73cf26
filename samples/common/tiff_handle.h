// SPDX-License-Identifier: LGPL-2.1-or-later
// A TIFF file that libtiff has open, and what is known of its image. What libtiff has to say
// becomes FileError; nothing is printed.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <tiffio.h>

#include "fftcore/layout.h"
#include "image_file.h"

namespace samples {

/// The first image of a TIFF file. Channels of a pixel are neighbours in memory.
struct TiffImage {
  fftcore::Extent extent;
  fftcore::Element element = fftcore::Element::u8;  ///< u8, u16 or f32
  std::int64_t channels = 1;                        ///< 1, 3 or 4
  fftcore::Extent block;                            ///< a tile's or a strip's
  bool is_tiled = true;
  /// Tags of the same names, in TIFF's numbers.
  std::uint16_t compression = COMPRESSION_NONE, predictor = PREDICTOR_NONE,
                planes = PLANARCONFIG_CONTIG, alpha = EXTRASAMPLE_UNSPECIFIED,
                orientation = ORIENTATION_TOPLEFT;

  std::int64_t samples() const { return extent.rows * extent.columns * channels; }
  std::size_t pixel_bytes() const { return std::size_t(channels) * size_bytes(element); }
  std::size_t block_bytes() const {
    return std::size_t(block.rows) * std::size_t(block.columns) * pixel_bytes();
  }
};

/// Most bytes that are read or decoded at once.
inline constexpr std::int64_t kMostTiffBytes = std::int64_t{1} << 28;

class TiffHandle {
 public:
  /// `verb`: read or write, for messages. `file` is an open file, which the TiffHandle closes;
  /// `mode` is TIFFOpen()'s.
  TiffHandle(std::string path, const char* verb, int file, const char* mode);
  TiffHandle(const TiffHandle&) = delete;
  TiffHandle& operator=(const TiffHandle&) = delete;

  TIFF* get() const { return tiff_.get(); }
  /// Does `work`. Throws FileError where it returns false, or libtiff reports an error, with its
  /// words or the system's.
  void call(const std::function<bool()>& work);
  /// Closes the file, as call() does it.
  void close();
  [[noreturn]] void fail(std::string_view reason) const;

 private:
  std::string path_, verb_, words_;  ///< `words_`: what libtiff said first in this call()
  std::unique_ptr<TIFF, decltype(&TIFFClose)> tiff_;
};

}  // namespace samples
