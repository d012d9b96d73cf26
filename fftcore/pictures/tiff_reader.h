// SPDX-License-Identifier: LGPL-2.1-or-later
// TIFF and BigTIFF files, read tile by tile or strip by strip.
#pragma once

#include <list>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tiff_handle.h"

namespace fftcore::pictures {

class TiffReader {
 public:
  /// Keeps up to `kept_bytes` of decoded pixels. Throws FileError; where the file is of a kind that
  /// is not read, with the kinds that are (OtherKind). `is_whole`: all pixels are held anyway, so
  /// that tiles and strips that are not compressed may be of any size.
  TiffReader(const std::string& path, std::size_t kept_bytes, const Reading& reading,
             bool is_whole = false);

  const TiffImage& image() const { return image_; }

  /// Pixels of tile or strip number `row` down and `column` across: image().block of them, of which
  /// those outside of the image have any value. They stay until the next call. The ones that were
  /// used last are kept, so that neighbouring pieces need not decode them again.
  const unsigned char* block(std::int64_t row, std::int64_t column);

 private:
  using Pixels = std::vector<unsigned char>;
  Pixels decoded(std::int64_t number);

  TiffHandle tiff_;
  TiffImage image_;
  std::size_t kept_bytes_;
  std::list<std::pair<std::int64_t, Pixels>>
      kept_;  ///< by number, the one that was used last first
  std::unordered_map<std::int64_t, decltype(kept_)::iterator> places_;  ///< in kept_
};

/// Whether a file is a TIFF that is read here, of more samples than are well held in memory.
bool is_large_tiff(const std::string& path, const Reading& reading);

}  // namespace fftcore::pictures
