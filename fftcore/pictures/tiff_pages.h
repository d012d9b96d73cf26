// SPDX-License-Identifier: LGPL-2.1-or-later
// TIFF files of one page or several, which are there whole or not at all, in strips that are
// deflated.
#pragma once

#include <cstdint>
#include <string>

#include "tiff_handle.h"
#include "whole_file.h"

namespace fftcore::pictures {

/// Exchanges the first and the third sample of each of so many pixels.
void swap_colours(const PictureInfo& info, unsigned char* pixels, std::int64_t count);

class TiffPages {
 public:
  /// For so many pages like the first one: a BigTIFF where they take 2 GiB or more.
  TiffPages(const std::string& path, const PictureInfo& first, std::int64_t count);

  /// Writes the next page. Pixels lie as `info` says, in the order R G B or B G R.
  void add(const PictureInfo& info, const unsigned char* pixels, bool is_bgr);
  /// Gives the file its name.
  void finish();

 private:
  tools::WholeFile target_;
  TiffHandle file_;
};

}  // namespace fftcore::pictures
