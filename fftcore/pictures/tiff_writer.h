// SPDX-License-Identifier: LGPL-2.1-or-later
// TIFF files that are written tile by tile, and are there whole or not at all.
#pragma once

#include <string>

#include "tiff_handle.h"
#include "whole_file.h"

namespace fftcore::pictures {

/// Says in a file that is being written how the pixels of an image lie.
void set_header(TiffHandle& file, const TiffImage& image);

/// Another descriptor of the file, which libtiff closes. FileError where it could not be begun.
int begun(const tools::WholeFile& file, const std::string& path);

/// For TIFFOpen(): BigTIFF where samples take 2 GiB or more.
const char* mode_for(const TiffImage& image);

class TiffWriter {
 public:
  /// A file like the one that `image` was read from: its tiles, or of 256 x 256 for strips; its
  /// compression where that is without loss, else LZW. It is a BigTIFF where samples take 2 GiB or
  /// more.
  TiffWriter(const std::string& path, TiffImage image);

  /// What is written; tiles are its blocks.
  const TiffImage& image() const { return image_; }
  /// Writes the tile whose first pixel is this one, each tile once. `pixels` are image().block of
  /// them and are changed.
  void write(std::int64_t row, std::int64_t column, unsigned char* pixels);
  /// Gives the file its name.
  void finish();

 private:
  tools::WholeFile file_;
  TiffHandle tiff_;
  TiffImage image_;
};

}  // namespace fftcore::pictures
