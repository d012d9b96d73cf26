// SPDX-License-Identifier: LGPL-2.1-or-later
// The formats of video as the tests know them: a table of its own, so that the plugin's reading of
// caps is checked against something.
#pragma once

#include <gst/video/video.h>

#include <string>
#include <vector>

namespace fftcore::test {

/// One plane as it lies in memory: the samples of a few pixels, which repeat.
struct Pattern {
  std::string letters;  ///< "RGBx": a sample each; "YUYV": of two pixels
  int column_divisor = 1;
  int row_divisor = 1;
};

struct KnownFormat {
  const char* name;
  std::vector<Pattern> planes;
  int bits = 8;
  int shift = 0;  ///< of a sample in its word
  bool is_big_endian = false;
  bool is_shared = false;  ///< words of 32 bits hold three samples, the first in the lowest bits

  bool is_colour() const {
    return planes.front().letters.find_first_of("RGB") != std::string::npos;
  }
  int word_bytes() const { return is_shared ? 4 : bits > 8 ? 2 : 1; }
  bool is_grey() const { return std::string(name).starts_with("GRAY"); }
};

/// Those that this GStreamer has.
const std::vector<KnownFormat>& known_formats();
const KnownFormat& known(GstVideoFormat format);

}  // namespace fftcore::test
