// SPDX-License-Identifier: LGPL-2.1-or-later
// A TIFF file that libtiff has open, and what is known of a page of it. What libtiff has to say
// becomes FileError; nothing is printed.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <tiffio.h>

#include "fftcore/error.h"
#include "picture.h"

namespace fftcore::pictures {

/// A page of a TIFF file. Channels of a pixel are neighbours in memory.
struct TiffImage : PictureInfo {
  Extent block;  ///< a tile's or a strip's
  bool is_tiled = true;
  bool is_inverted = false;  ///< 0 is white in the file, and black in what is read
  /// Tags of the same names, in TIFF's numbers.
  std::uint16_t compression = COMPRESSION_NONE, predictor = PREDICTOR_NONE,
                planes = PLANARCONFIG_CONTIG;

  std::int64_t samples() const { return extent.rows * extent.columns * channels; }
  std::size_t block_bytes() const {
    return std::size_t(block.rows) * std::size_t(block.columns) * pixel_bytes();
  }
};

/// Most bytes that are read or decoded at once.
inline constexpr std::int64_t kMostTiffBytes = std::int64_t{1} << 28;

/// A TIFF of a kind that is not read as its samples lie in it.
struct OtherKind : FileError {
  using FileError::FileError;
};

/// What libtiff says.
struct TiffWords {
  std::string error;  ///< the first one
  std::string orientation;
};

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
  [[noreturn]] void fail_by_kind(std::string_view reason) const;  ///< OtherKind
  const std::string& path() const { return path_; }
  /// The value of a page's tag Orientation that is none of TIFF's, in digits: of the page that the
  /// last call() read. libtiff takes 1 for it, and calls it an error.
  const std::string& odd_orientation() const { return said_.orientation; }

 private:
  std::string path_, verb_;
  TiffWords said_;  ///< in this call()
  std::unique_ptr<TIFF, decltype(&TIFFClose)> tiff_;
};

}  // namespace fftcore::pictures
