// SPDX-License-Identifier: LGPL-2.1-or-later
// Levels -> colours, by formulas in OKLCh (lightness, chroma, hue as eyes see them; Bjorn Ottosson,
// 2020).
#pragma once

#include <array>
#include <cstdint>

namespace fftcore::gst::view {

enum class ColorMap : std::uint8_t {
  automatic,  ///< heat for magnitudes, cyclic for phases
  none,       ///< grey
  heat,       ///< dark violet, red, light yellow: each step as much lighter as the one before
  cyclic,     ///< all hues, equally light; the ends meet
};

struct Rgb {
  std::uint8_t r = 0;
  std::uint8_t g = 0;
  std::uint8_t b = 0;
  bool operator==(const Rgb&) const = default;
};

/// sRGB of each level. Not for `automatic`.
std::array<Rgb, 256> colors_of(ColorMap map);

/// In sRGB, what it cannot show being clipped. Lightness 0 to 1; chroma 0 to some 0.3; hue in
/// turns, 0.08 being red.
Rgb oklch(double lightness, double chroma, double hue);

}  // namespace fftcore::gst::view
